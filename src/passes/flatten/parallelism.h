// What flattening asks about statements: may this be parallel, is it worth it, may it be done
// again?
#pragma once

#include <string_view>
#include <unordered_set>

#include "analysis/consumed.h"
#include "analysis/cost.h"
#include "analysis/shown.h"
#include "ir/call_graph.h"
#include "ir/facts.h"
#include "passes/flatten/nest.h"
#include "target/target.h"

namespace planish::passes {

class Parallelism {
 public:
  Parallelism(const ir::Program& program, const Target& target);

  // Why an operator cannot be made parallel where it stands, at host level or as the end of a nest:
  // it has accumulators or varying dimensions, or shows something. None: it can.
  std::optional<Because> why_sequential(const ir::Stm& stm) const;
  // Is it an operator, and can it be made parallel?
  bool may_be_parallel(const ir::Stm& stm) const {
    return ir::operator_parts(stm.op).has_value() && !why_sequential(stm);
  }
  // The same for a statement inside a nest, in which everything that shapes the operator is the
  // same for all points; a loop that could be put around the nest counts. Variables bound inside
  // are added to the nest's.
  bool fits(const ir::Stm& stm, Nest& nest) const;
  // It has more parallelism than a few iterations; if not, this is why it is left as it is.
  std::optional<Because> too_few(const ir::Op* op) const;
  // It fits, and has that.
  bool is_worth(const ir::Stm& stm, Nest& nest) const;
  bool contains_worth(const ir::Body* body, Nest& nest) const;
  // How many iterations can be done at once; unknown numbers count as many, and so do recursions.
  int64_t extent(const ir::Op* op) const;
  bool invariant_lambda(const ir::Lambda* lambda, const Nest& nest) const;

  // It costs next to nothing, makes no array and has no effect, so it may be done again at the end
  // of a nest.
  bool is_cheap(const ir::Stm& stm);
  // One of the body's statements makes numbers in order, or the same value many times, and only the
  // body's operators use it, element by element: at the end of a nest these elements are scalars,
  // and the array is never made.
  bool is_generator(const ir::Stm& stm, const ir::Body* body) const;
  double cost(const ir::Stm& stm) { return costs_.of(stm).nanoseconds; }
  // May also be done again later, when other parts of the nest have been made.
  bool is_cheap_later(const ir::Stm& stm, const Nest& nest);
  bool is_consumed(ir::Var var) { return consumed_.contains(var); }

  bool shows(const ir::Body* body) const { return shown_.in(body); }
  bool shows(const ir::Stm& stm) const { return shown_.in(stm); }

 private:
  bool loop_fits(const ir::Stm& stm, const ir::Loop& loop, Nest& nest) const;
  int64_t inner_extent(const ir::Body* body) const;

  const ir::Program& program_;
  const ir::CallGraph graph_;
  const FlattenThresholds& thresholds_;
  const ir::Storage& storage_;
  CostModel costs_;
  ConsumedArrays consumed_;
  ShownValues shown_;
};

using ir::operator_parts;
using ir::OperatorParts;

// Recursive functions that call a recursive one more than once in the same body, so that the calls
// can be done at once.
std::unordered_set<Name> branching_functions(const ir::Program& program);

}  // namespace planish::passes
