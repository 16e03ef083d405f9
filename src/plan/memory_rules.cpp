#include "plan/memory_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/print.h"

namespace planish::plan {

void MemoryRules::rule(bool holds, ir::Var var, const char* text) {
  if (holds) return;
  std::string where;
  if (stm_ != nullptr && !stm_->pattern.empty())
    where = fmt::format(" (at {})", ir::var_text(storage_, stm_->pattern[0]));
  const std::string name = var ? ir::var_text(storage_, var) : "a statement";
  errors_.push_back(fmt::format("{}{}: {}", name, where, text));
}

const BodyMemory* MemoryRules::memory_of(const ir::Body& code) {
  auto found = memory_.bodies.find(&code);
  if (found == memory_.bodies.end()) {
    errors_.emplace_back("a body has no plan of its memory");
    return nullptr;
  }
  const BodyMemory& memory = found->second;
  if (memory.stms.size() != code.stms.size() || memory.results.size() != code.results.size()) {
    errors_.emplace_back("the plan of the memory of a body is that of another one");
    return nullptr;
  }
  return &memory;
}

std::vector<ir::Var> MemoryRules::arrays_used(const ir::Stm& stm) const {
  std::vector<ir::Var> out;
  const auto use = [&](ir::Var var) {
    if (is_array(var)) out.push_back(var);
  };
  ir::for_each_var_use(stm.op, use);
  const auto inside = [&](const auto* inner) {
    std::ranges::for_each(ir::free_variables(storage_, inner), use);
  };
  ir::for_each_body(stm.op, inside);
  ir::for_each_lambda(stm.op, inside);
  return out;
}

void MemoryRules::for_each_code(const ir::Stm& stm,
                                const std::function<void(const ir::Body&)>& f) const {
  const OperatorPlan& strategy = plan_.of(stm);
  if (strategy.partition != nullptr) {
    f(strategy.partition->classify.body);
    f(strategy.partition->place.body);
    return;
  }
  if (strategy.lengths != nullptr) f(strategy.lengths->body);
  for_each_inner_body(stm.op, [&](const ir::Body* inner) { f(*inner); });
}

}  // namespace planish::plan
