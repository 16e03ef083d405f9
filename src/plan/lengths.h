// Maps whose functions give rows of different lengths.
//
// Note [Lengths first]
// Often the length of a row is known long before the row, such as for a function that sorts rows.
// Then all lengths are computed first; they say where each row belongs, and rows are made there, by
// tasks that know nothing of each other. This takes just the memory of the result. Otherwise rows
// are appended to buffers, of which one array is made in the end. If the length at a point is the
// difference of two neighbours in an array, as that of a row which is as long as one that it is
// made of, then the array says where rows belong, and there is nothing to compute.
#pragma once

#include <vector>

#include "plan/context.h"

namespace planish::plan {

struct LengthsPlan {
  // The part of the body that computes lengths, of those groups that are counted.
  std::vector<ir::Stm> stms;
  std::vector<ir::Atom> results;
  ir::Body body;  // refers to these
  std::vector<size_t> counted;
  // By group: the array of which the length at point i is element i + 1 less element i; none: it is
  // counted.
  std::vector<ir::Var> offsets;
};

// `around` is the body that the operator stands in.
Tried<LengthsPlan> try_lengths_first(const Context& cx, const ir::Body& around, const ir::Stm& stm,
                                     const ir::SegFlatMap& op);

}  // namespace planish::plan
