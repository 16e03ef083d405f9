// Which accumulators can be expanded to histograms and scatters (expand_accumulators.h).
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "analysis/shown.h"
#include "ir/program.h"

namespace planish::passes {

class AccumulatorUses {
 public:
  explicit AccumulatorUses(const ir::Program& program);

  // What the body does with the accumulator can be gathered.
  bool is_expandable(const ir::Body* body, ir::Var acc) const;
  bool is_sequential(const ir::Stm& stm) const;

  bool is_acc(const ir::Atom& atom) const;
  bool uses(const ir::Stm& stm, const std::unordered_set<ir::Var>& names) const;
  // The one variable that is an accumulator; none if there are several.
  ir::Var only_acc(std::span<const ir::Var> vars) const;
  // The accumulator that a branch hands on; none if there are several.
  ir::Var acc_of_branch(const ir::Body* body) const;
  ir::Var acc_of_loop(const ir::Loop& loop) const;
  // As many updates in each iteration.
  bool has_single_updates(const ir::Body* body) const;
  // What the loop carries can be kept in arrays, one element for each iteration, and parts of it
  // may be done again.
  bool keeps_state(const ir::Loop& loop) const;
  const ir::Function* function(Name name) const { return functions_.find(name); }
  bool has_function(Name name) const { return functions_.find(name) != nullptr; }

 private:
  bool is_expandable(const ir::Stm& stm) const;
  bool is_expandable_function(const ir::Function& fn) const;

  const ir::Storage& storage_;
  ShownValues shown_;
  ir::Functions functions_;
  std::unordered_set<Name> expandable_functions_;
};

}  // namespace planish::passes
