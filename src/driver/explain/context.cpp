#include "driver/explain/context.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/facts.h"
#include "ir/print.h"

namespace planish::explain {

using namespace ir;

namespace {

void add_operator_places(const Body* body, std::unordered_set<uint32_t>& places) {
  for (const Stm& stm : body->stms) {
    if (is_core_operator(stm.op)) places.insert(stm.place.id);
    for_each_inner_body(stm.op, [&](const Body* inner) { add_operator_places(inner, places); });
  }
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

VersionChoice version_choice(const Context& cx, const Stm& stm,
                             const std::unordered_set<uint32_t>& own) {
  const If* choice = as<If>(stm.op);
  if (choice == nullptr) return {};
  VersionChoice found{choice, cx.sizes.condition(choice->condition)};
  if (found.condition.when.empty()) return {};
  if (!own.contains(stm.place.id) && !found.condition.is_counted) return {};
  found.has_enough = !found.condition.is_equal_rows;
  return found;
}

std::unordered_set<uint32_t> operator_places(const Context& cx, const Function& entry) {
  std::unordered_set<uint32_t> places;
  for (const Function* fn : reachable(cx.core, entry)) {
    if (fn->entry != nullptr) places.insert(fn->place.id);
    add_operator_places(fn->body, places);
  }
  return places;
}

}  // namespace planish::explain
