#include "passes/flatten/sequential.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "passes/common/function_version.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

using namespace ir;

Sequential::Sequential(const Program& program, const std::unordered_set<Name>& parallel)
    : Rebuild(*program.storage), parallel_(parallel) {
  functions_ = program.functions;
  CallGraph graph(program);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* fn : graph.callees_first()) {
      if (!fn->constant && !parallel_.contains(fn->name) && has_operators(fn->body)) {
        parallel_.insert(fn->name);
        changed = true;
      }
    }
  }
}

bool Sequential::has_operators(const Body* body) const {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    if (operator_parts(stm.op)) return true;
    if (const auto* foreign = as<Foreign>(stm.op)) return !foreign->lifted.empty();
    if (const auto* call = as<Call>(stm.op)) return parallel_.contains(call->fn);
    bool inside = false;
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { inside = inside || has_operators(inner); });
    return inside;
  });
}

Name Sequential::version_of(Name fn) {
  if (!parallel_.contains(fn)) return fn;
  auto [it, is_new] = versions_.try_emplace(fn, Name{});
  if (is_new) {
    it->second = version_name(storage_, functions_, fn, ".sequential");
    wanted_.push_back(fn);
  }
  return it->second;
}

Stm Sequential::stm(const Stm& old) {
  Stm now = stm_children(old);
  if (const auto* call = as<Call>(now.op)) {
    Call other = *call;
    other.fn = version_of(call->fn);
    if (other.fn != call->fn) now.op = storage_.arena.make<Call>(other);
  }
  if (!gone.empty() && std::ranges::any_of(old.certs, [&](Var c) { return gone.contains(c); })) {
    std::vector<Var> certs(now.certs.begin(), now.certs.end());
    std::erase_if(certs, [&](Var cert) { return gone.contains(cert); });
    now.certs = storage_.arena.copy(certs);
  }
  return now;
}

std::vector<const Function*> Sequential::functions() {
  std::vector<const Function*> made;
  gone.clear();
  for (; !wanted_.empty(); wanted_.pop_front()) {
    Name fn = wanted_.front();
    made.push_back(sequential_copy(functions_.find(fn), versions_.at(fn)));
  }
  return made;
}

const Function* Sequential::sequential_copy(const Function* fn, Name name) {
  Function copy = function_version(storage_, *fn, name, [&] { return body(fn->body); });
  copy.attrs = with_attribute(storage_.arena, fn->attrs, AttributeKind::Sequential);
  return storage_.arena.make<Function>(copy);
}

}  // namespace planish::passes
