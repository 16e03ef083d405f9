// Lifting of foreign functions: one call for all points.
//
// Note [Foreign functions for all points]
// A foreign function can have a second one beside it that does the same for all points of a nest:
//
//   let (k: i64, ys: [k]f32) = foreign "f" lifted "f_all" (n, xs, z)     with xs: [n]f32, z: f32
//   ==>
//   let (ks: [points]i64, total: i64, ys_all: [total]f32) =
//     foreign "f_all" (points, ns, xs_offsets, xs_all, zs)
//
// It is told how many points there are, and then gets what the first one gets, in the same order:
// for a scalar the values at all points, and for an array offsets and data, where the elements at
// point p are those from offsets[p] on and before offsets[p + 1]. Offsets of consumed arrays, and of
// results whose sizes are known before, come after all other arguments; then come what is
// overwritten and the results. Sizes that the function decides are results: one for each point, and
// the elements are asked for with their total. What is the same at all points is given for each of
// them, too.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class LiftedValues;
class RowLayout;
class ValueGatherer;
struct Flattening;

class ForeignLifter {
 public:
  explicit ForeignLifter(Flattening& all);

  // Of a function that has one for all points.
  void lift_foreign(Nest& nest, const ir::Stm& stm, const ir::Foreign& op);

 private:
  // A call that is being made.
  struct Call {
    std::vector<ir::Atom> args;
    std::vector<ir::Atom> offsets;  // the last arguments
    std::vector<ir::Var> dests;
    std::vector<ir::Var> pattern;
    std::vector<Lifted> results;  // of the variables that the statement binds
    ir::Atom points;
  };
  // All elements in one dimension, with offsets.
  Lifted argument(Nest& nest, const ir::Atom& arg, const std::optional<Lifted>& held);
  void add_result(Nest& nest, const ir::Stm& stm, size_t k, Call& call);
  void hold_results(Nest& nest, const ir::Stm& stm, const Call& call);
  // Elements that were asked for: there have to be as many as the sizes say.
  Lifted asked_for(Nest& nest, const ir::Stm& stm, ir::Var var, ir::Var elements);

  ir::Storage& storage_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  RowLayout& layout_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
};

}  // namespace planish::passes
