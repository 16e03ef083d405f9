// The plan of a program, for a program that is nearly the same: the one that is shown has not had
// all passes of the one that the plan is of.
#pragma once

#include <unordered_map>

#include "ir/program.h"
#include "plan/plan.h"

namespace planish::explain {

class PlanFacts {
 public:
  // The plan is of `program`; both outlive this.
  PlanFacts(const ir::Program& program, const plan::Plan& plan);

  // How the statement runs, which is found by what it binds, or else by its place; empty: nothing
  // is known of it.
  std::span<const plan::Decision> decisions(const ir::Stm& stm) const;

 private:
  void body(const ir::Body* body);
  static uint64_t key(const ir::Stm& stm);

  const plan::Plan& plan_;
  std::unordered_map<ir::Var, const ir::Stm*> by_var_;
  std::unordered_map<uint64_t, const ir::Stm*> by_place_;  // and kind; null: there are several
};

}  // namespace planish::explain
