// Lifting: nests whose parallelism differs from point to point.
//
// Note [Lifting]
// The body of a nest is done statement by statement for all points at once, as in distribution, but
// what one statement gives another may have other sizes at every point. Then it is kept in rows
// that follow each other (Lifted), with one array of offsets for all rows of the same sizes.
// Parallel statements become
//
//   map, reduce, scan, filter   operators over the nest with one more level, which is irregular if the width differs
//   if, match                   the points are sorted by branch, and each branch is lifted over its own points; results
//                               are written to where they belong (branch_lifter.h)
//   loop                        iterations of all points that still have some, one after the other (loop_lifter.h)
//   call                        a call of the lifted function, which takes the arguments of all points (call_lifter.h)
//
// and everything else is code for one point: a segmap, or, where that gives rows, a segflatmap
// (value_gatherer.h). Values of the points around are read by index; nothing is replicated.
//
// That is worth it where there are few points, or where one of them has most of the work. Otherwise
// one thread for each point is better: `outer_only` does all of the body as sequential code. What
// is better is seen when the program runs (versions.h).
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class ArrayLifter;
class BodySteps;
class BranchLifter;
class CallLifter;
class CombineLifter;
class DecisionLog;
class Distribution;
class ForeignLifter;
class Liftability;
class LiftedValues;
class LoopLifter;
class MapLifter;
class NewVariables;
class Parallelism;
class RegularNests;
class RowLayout;
class ValueGatherer;
class Versions;
class WriteLifter;
struct Flattening;

class BodyLifter {
 public:
  explicit BodyLifter(Flattening& all);

  // ---- The results of a body at all points
  // Of the function of a map, lifted or not.
  std::vector<Lifted> results_inside(const Nest& inside, const ir::Body* body, const ir::Stm& like);
  // Lifted, or in one thread for each point, whatever is better.
  std::vector<Lifted> lift_versions(Nest nest, const ir::Body* body, const ir::Stm& like);
  std::vector<Lifted> lift(Nest nest, const ir::Body* body);

  // ---- Statements, whose values the nest holds afterwards
  void lift_statement(Nest& nest, const ir::Stm& stm);
  // Lifts all statements but the last ones, which are left to be done together with the results.
  Nest lift_statements(Nest nest, const ir::Body* body, std::vector<ir::Stm>& rest);
  // Code in place of a statement: everything that it gives is kept.
  void lift_code(Nest& nest, const ir::Body* code, std::span<const ir::Var> results);
  // Makes what the statements give, and the sizes of it.
  void keep_values(Nest& nest, std::span<const ir::Stm> stms, std::vector<ir::Atom> kept);

 private:
  // The body in one thread for each point.
  std::vector<Lifted> outer_only(Nest nest, const ir::Body* body);
  void lift_loop(Nest& nest, const ir::Stm& stm, const ir::Loop& loop);

  ir::Storage& storage_;
  Parallelism& parallelism_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  RowLayout& layout_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
  Liftability& liftability_;
  Versions& versions_;
  BodySteps& steps_;
  RegularNests& nests_;
  Distribution& distribution_;
  MapLifter& maps_;
  ArrayLifter& new_arrays_;
  CombineLifter& combines_;
  WriteLifter& writes_;
  BranchLifter& branches_;
  LoopLifter& loops_;
  CallLifter& calls_;
  ForeignLifter& foreign_;
};

}  // namespace planish::passes
