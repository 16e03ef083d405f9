// Functions that do for many points what a function does for one.
//
// Note [Lifted functions]
// fn f(n: i64, a: f32, xs: [n]f32) -> (k: i64, ys: [k]f32), called at all points of a nest with
// other arguments at each, becomes a call of
//
//   fn f.lifted(points: i64, ends: i64, xs_total: i64, n: [points]i64, a: [points]f32, xs_offsets:
//   [ends]i64, xs: [xs_total]f32)
//     -> (ys_total: i64, k: [points]i64, ys_offsets: [ends]i64, ys: [ys_total]f32)
//
// There is one for each set of parameters that vary; the others are taken as they are, so what is
// regular stays regular. Functions are lifted when they are called. A recursive one ends because a
// call for no points does nothing. It also takes how deep it is called: recursion that goes deep
// without getting wide is better done by one thread.
#pragma once

#include <deque>
#include <vector>

#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "ir/walk.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class BodyLifter;
class HostArrays;
class LiftedValues;
class Limits;
class NestEntry;
class NewVariables;
class RowLayout;
struct Flattening;

// Parameters that do not vary are as they were; of the others there is a value for each point.
struct LiftedFunction {
  const ir::Function* of = nullptr;
  std::vector<bool> varies;  // by parameter
  Name name;
  // How many dimensions of a parameter or result are one in its rows; 0: it is regular.
  size_t varying_dims(const ir::Type* type) const;
};

class LiftedFunctions {
 public:
  explicit LiftedFunctions(Flattening& all);

  const LiftedFunction& version_of(const ir::Function& fn, const std::vector<bool>& varies);
  // How deep the calls of the function are that is being made; none: it is not recursive.
  ir::Var depth() const { return depth_; }
  // All that have been asked for. Making one may ask for others.
  std::vector<const ir::Function*> make_all();

 private:
  const ir::Function* make(const LiftedFunction& lifted);
  // Its points, and variables for its own parameters in place of those of the program before.
  struct Making {
    Making(const LiftedFunction& making, ir::Builder& builder);
    const LiftedFunction& lifted;
    ir::Var points;
    ir::Var ends;
    const ir::Type* offsets_type = nullptr;
    ir::Substitution by;
    Nest nest;
  };
  // Parameters that do not vary get new names, so that two lifted functions do not bind the same
  // one.
  void rename_fixed_params(Making& making);
  std::vector<ir::Param> params(Making& making);
  // A parameter that varies: the nest reads it at each point. Gives the value of all points.
  Lifted varying_param(Making& making, const ir::Param& param);
  std::vector<ir::Param> results(const Making& making);
  const ir::Body* make_body(const LiftedFunction& lifted, const ir::Body* body, const Nest& nest,
                            const ir::Function& made);
  // The results for no points: totals of 0, and empty arrays.
  std::vector<ir::Atom> nothing(std::span<const ir::Param> results);
  // The results of all points, in the form of the function's results.
  std::vector<ir::Atom> results_of_body(const LiftedFunction& lifted, const ir::Body* body,
                                        const Nest& nest, const ir::Function& made);

  ir::Storage& storage_;
  const ir::Functions& functions_;
  const ir::CallGraph& graph_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  Limits& limits_;
  BodyLifter& bodies_;
  ir::Var depth_;
  std::deque<LiftedFunction> asked_for_;  // in the order in which they were
};

}  // namespace planish::passes
