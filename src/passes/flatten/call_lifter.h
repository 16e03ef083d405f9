// Lifting of calls: one call of the lifted function (lifted_functions.h) for all points.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class JoinedCalls;
class LiftedFunctions;
class LiftedValues;
class NestEntry;
class RowLayout;
class ValueGatherer;
struct Flattening;
struct LiftedFunction;

class CallLifter {
 public:
  explicit CallLifter(Flattening& all);

  // Several calls of one function become one call for so many times the points.
  void lift_calls(Nest& nest, std::span<const ir::Stm> calls);
  // At host level there is one point.
  void host_call(const ir::Stm& stm);

 private:
  // Which parameters differ from point to point, or from call to call.
  std::vector<bool> varying_params(const Nest& nest, const ir::Function& fn,
                                   std::span<const ir::Stm> calls);
  // The arguments of the lifted function.
  std::vector<ir::Atom> arguments(Nest& nest, const LiftedFunction& lifted,
                                  std::span<const ir::Stm> calls, JoinedCalls& joined);
  // The argument of one call at all points.
  Lifted argument(Nest& nest, const ir::Param& param, const ir::Atom& arg, size_t varying);
  // New variables for what the lifted function gives, and the order in which it does.
  struct Results {
    std::vector<Lifted> values;
    std::vector<ir::Var> pattern;
  };
  Results results_of(const LiftedFunction& lifted, const ir::Stm& call, const JoinedCalls& joined);
  // Does the function call itself with another value for a parameter? Then it soon differs from
  // point to point.
  bool changes_in_recursion(const ir::Function& fn, size_t param);
  // An array at host level, where there is one point: it is all rows already, and need not be
  // copied.
  bool is_only_value(const Nest& nest, const ir::Atom& value) const;

  ir::Storage& storage_;
  const ir::Functions& functions_;
  const ir::CallGraph& graph_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
  LiftedFunctions& lifted_functions_;
  Flattening& all_;  // for JoinedCalls
};

}  // namespace planish::passes
