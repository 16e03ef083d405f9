#include "plan/plan.h"

#include <algorithm>

namespace planish::plan {

std::string_view strategy_text(Strategy strategy) {
  switch (strategy) {
#define STRATEGY(K, text) \
  case Strategy::K: return text;
#include "plan/strategies.def"
#undef STRATEGY
  }
  __builtin_unreachable();
}

bool OperatorPlan::takes(Strategy strategy) const {
  return std::ranges::any_of(decisions, [&](const Decision& decision) {
    return decision.taken && decision.strategy == strategy;
  });
}

const OperatorPlan& Plan::of(const ir::Stm& stm) const {
  static const OperatorPlan kNothing;
  if (auto found = operators.find(stm.op); found != operators.end()) return found->second;
  auto array = stm.pattern.empty() ? arrays.end() : arrays.find(stm.pattern[0].id);
  return array == arrays.end() ? kNothing : array->second;
}

const RangePlan& Plan::range(const ir::Body& body) const {
  static const RangePlan kNothing;
  auto found = ranges.find(&body);
  return found == ranges.end() ? kNothing : found->second;
}

}  // namespace planish::plan
