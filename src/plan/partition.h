// Sorting of points by class.
//
// Note [Two halves of a partition]
// The classes are found first, and kept in as few bytes as will do; when it is known how many there
// are of each, the values are written to where they belong. Both go over all points, each with the
// part of the body that it needs. Checks are made by the first. A class or two are counted in
// registers; with more of them LLVM makes branches of the choice, which cost more than counters in
// memory.
#pragma once

#include <vector>

#include "analysis/effects.h"
#include "plan/context.h"

namespace planish::plan {

// Some statements of a body, and some of its results.
struct PartOfBody {
  std::vector<ir::Stm> stms;
  ir::Body body;  // refers to the statements
};

struct PartitionPlan {
  PartOfBody classify;
  PartOfBody place;
  Prim class_prim = Prim::U64;  // of which the number of a class is kept
  // Why classes are not counted in registers; empty: they are.
  std::string why_no_registers;
};

std::unique_ptr<const PartitionPlan> plan_partition(const Context& cx, const Effects& effects,
                                                    const ir::SegPartition& op);

}  // namespace planish::plan
