#include "ir/call_graph.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::ir {

CallGraph::CallGraph(const Program& program) {
  for (const Function* fn : program.functions) nodes_.try_emplace(fn->name);
  for (const Function* fn : program.functions) add_calls(program, fn, fn->body);
  for (const Function* fn : program.functions) {
    if (nodes_[fn->name].number == 0) search(fn);
  }
}

void CallGraph::add_calls(const Program& program, const Function* from, const Body* body) {
  for (const Stm& stm : body->stms) {
    if (const Call* call = as<Call>(stm.op)) {
      const Function* to = program.find(call->fn);
      Node& callee = nodes_[to->name];
      callee.calls++;
      // Calls of one caller are counted one after the other, so it suffices to look at the last
      // one.
      if (callee.callers.empty() || callee.callers.back() != from) {
        callee.callers.push_back(from);
        nodes_[from->name].callees.push_back(to);
      }
    }
    for_each_body(stm.op, [&](const Body* inner) { add_calls(program, from, inner); });
    for_each_lambda(stm.op, [&](const Lambda* inner) { add_calls(program, from, inner->body); });
  }
}

bool CallGraph::calls_itself(Name fn) const {
  return std::ranges::find(callees(fn), fn, &Function::name) != callees(fn).end();
}

bool CallGraph::comes_to_recursion(const Body* body) const {
  const auto is_so = [&](Name fn) {
    const auto found = nodes_.find(fn);
    if (found == nodes_.end() || found->second.recursive) return true;
    return std::ranges::any_of(
        reached_from(fn), [&](const Function* reached) { return node(reached->name).recursive; });
  };
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* call = as<Call>(stm.op);
    bool found = call != nullptr && is_so(call->fn);
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || comes_to_recursion(inner); });
    return found;
  });
}

std::vector<const Function*> CallGraph::reached_from(Name fn) const {
  std::vector<const Function*> reached;
  std::unordered_set<Name> seen;
  const auto visit = [&](auto& self, Name from) -> void {
    for (const Function* callee : callees(from)) {
      if (!seen.insert(callee->name).second) continue;
      reached.push_back(callee);
      self(self, callee->name);
    }
  };
  visit(visit, fn);
  return reached;
}

// Tarjan's search for strongly connected parts: a function is recursive if its part has several
// functions, or if it calls itself.
void CallGraph::search(const Function* fn) {
  Node& node = nodes_[fn->name];
  node.number = node.lowest = ++found_;
  node.open = true;
  stack_.push_back(fn);
  for (const Function* callee : node.callees) {
    Node& next = nodes_[callee->name];
    if (next.number == 0) search(callee);
    if (next.open) node.lowest = std::min(node.lowest, next.lowest);
    if (callee == fn) node.recursive = true;
  }
  order_.push_back(fn);
  if (node.lowest != node.number) return;
  bool alone = stack_.back() == fn;
  while (true) {
    const Function* member = stack_.back();
    stack_.pop_back();
    nodes_[member->name].open = false;
    if (!alone) nodes_[member->name].recursive = true;
    if (member == fn) break;
  }
}

}  // namespace planish::ir
