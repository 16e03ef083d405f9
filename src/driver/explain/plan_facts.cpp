#include "driver/explain/plan_facts.h"

#include "analysis/inner_bodies.h"

namespace planish::explain {

using namespace ir;

PlanFacts::PlanFacts(const Program& program, const plan::Plan& plan) : plan_(plan) {
  for (const Function* fn : program.functions) body(fn->body);
}

uint64_t PlanFacts::key(const Stm& stm) {
  return (uint64_t{stm.place.id} << 8) | static_cast<uint8_t>(stm.op->kind);
}

void PlanFacts::body(const Body* body) {
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) by_var_[var] = &stm;
    auto [known, is_new] = by_place_.try_emplace(key(stm), &stm);
    if (!is_new) known->second = nullptr;
    for_each_inner_body(stm.op, [&](const Body* inner) { this->body(inner); });
  }
}

std::span<const plan::Decision> PlanFacts::decisions(const Stm& stm) const {
  const Stm* planned = nullptr;
  for (Var var : stm.pattern) {
    auto found = by_var_.find(var);
    if (found != by_var_.end() && found->second->op->kind == stm.op->kind) planned = found->second;
  }
  if (planned == nullptr) {
    auto found = by_place_.find(key(stm));
    if (found != by_place_.end()) planned = found->second;
  }
  if (planned == nullptr) return {};
  return plan_.of(*planned).decisions;
}

}  // namespace planish::explain
