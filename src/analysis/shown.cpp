#include "analysis/shown.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/facts.h"

namespace planish {

using namespace ir;

ShownValues::ShownValues(const Program& program) {
  CallGraph graph(program);
  // Recursive functions come before some that they call, so this is repeated until nothing is new.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* fn : graph.callees_first()) {
      if (!showing_.contains(fn->name) && in(fn->body)) {
        showing_.insert(fn->name);
        changed = true;
      }
    }
  }
}

bool ShownValues::in(const Body* body) const {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) { return in(stm); });
}

bool ShownValues::in(const Stm& stm) const {
  if (facts(stm.op).effect == Effect::Shows) return true;
  if (const auto* foreign = as<Foreign>(stm.op))
    return foreign->use == ForeignUse::Serial && foreign->lifted.empty();
  if (const auto* call = as<Call>(stm.op)) return showing_.contains(call->fn);
  bool inside = false;
  for_each_inner_body(stm.op, [&](const Body* inner) { inside = inside || in(inner); });
  return inside;
}

}  // namespace planish
