#include "analysis/effects.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/facts.h"

namespace planish {

using namespace ir;

Effects::Effects(const Program& program) : storage_(program.storage) {
  CallGraph graph(program);
  std::vector<const Function*> open;
  for (const Function* fn : program.functions) {
    if (has_effect(fn->body)) {
      functions_.insert(fn->name);
      open.push_back(fn);
    }
  }
  while (!open.empty()) {
    const Function* fn = open.back();
    open.pop_back();
    for (const Function* caller : graph.callers(fn->name)) {
      if (functions_.insert(caller->name).second) open.push_back(caller);
    }
  }
  known_.clear();  // not all calls were known
}

Effect Effects::effect(const Body* body) const {
  if (auto known = known_.find(body); known != known_.end()) return known->second;
  Effect found = Effect::None;
  for (const Stm& stm : body->stms) found = std::max(found, effect(stm.op));
  if (storage_->arena.owns(body)) known_.emplace(body, found);
  return found;
}

Effect Effects::effect(const Op* op) const {
  if (facts(op).effect != Effect::None) return facts(op).effect;
  if (const Call* call = as<Call>(op))
    return call_has_effect(call->fn) ? Effect::Shows : Effect::None;
  Effect found = Effect::None;
  for_each_inner_body(op, [&](const Body* body) { found = std::max(found, effect(body)); });
  return found;
}

}  // namespace planish
