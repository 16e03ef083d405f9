#include "analysis/effects.h"

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/facts.h"

namespace planish {

using namespace ir;

Effects::Effects(const Program& program) {
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
}

bool Effects::has_effect(const Body* body) const {
  for (const Stm& stm : body->stms) {
    if (has_effect(stm.op)) return true;
  }
  return false;
}

bool Effects::has_effect(const Op* op) const {
  if (facts(op).effect != Effect::None) return true;
  if (const Call* call = as<Call>(op)) return call_has_effect(call->fn);
  bool found = false;
  for_each_inner_body(op, [&](const Body* body) { found = found || has_effect(body); });
  return found;
}

}  // namespace planish
