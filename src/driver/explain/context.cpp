#include "driver/explain/context.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/facts.h"
#include "ir/print.h"

namespace planish::explain {

using namespace ir;

namespace {

// The version of an entry point for rows that are equally long is a function: passes/rows/equal_rows.h.
bool calls_equal_rows(const Program& flat, const Body* body) {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* call = as<ir::Call>(stm.op);
    const Function* callee = call == nullptr ? nullptr : flat.find(call->fn);
    return callee != nullptr && has_attribute(callee->attrs, AttributeKind::EqualRows);
  });
}

}  // namespace

std::vector<const Function*> reachable(const Program& program, const Function& from) {
  std::vector<const Function*> reached{&from};
  for (const Function* fn : CallGraph(program).reached_from(from.name)) {
    if (fn->name != from.name) reached.push_back(fn);
  }
  return reached;
}

std::string_view operator_text(const Op* op) {
  return operator_parts(op) || space_of(op) != nullptr ? op_text(op) : "";
}

const Space* space_of(const Op* op) {
  return match(op, [](const auto& node) -> const Space* {
    if constexpr (requires { node.space; }) {
      return &node.space;
    } else {
      return nullptr;
    }
  });
}

bool is_core_operator(const Op* op) {
  return !operator_text(op).empty() && space_of(op) == nullptr;
}

VersionChoice version_choice(const Context& cx, const Stm& stm) {
  const If* choice = as<If>(stm.op);
  if (choice == nullptr) return {};
  if (calls_equal_rows(cx.flat, choice->then_body))
    return {choice, choice->else_body, {"all rows are equally long", "rows differ in length"}};
  const Because* because = cx.decisions.versions(choice->condition.var);
  if (because == nullptr) return {};
  return {choice, choice->then_body, version_text(*because, cx.sizes.condition(choice->condition))};
}

}  // namespace planish::explain
