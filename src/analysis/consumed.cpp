#include "analysis/consumed.h"

#include <deque>
#include <numeric>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/alias.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

ConsumedArrays::ConsumedArrays(const Program& program)
    : storage_(*program.storage),
      summaries_(summarise_aliases(program)),
      parent_(storage_.vars.size()),
      consumed_(storage_.vars.size()) {
  std::iota(parent_.begin(), parent_.end(), 0);
  functions_ = program.functions;
  for (const Function* fn : program.functions) {
    size_t first_call = calls_.size();
    body(fn->body);
    calls_of_[fn->name] = {first_call, calls_.size()};
    for (size_t i = 0; i < fn->results.size(); i++) {
      if (fn->results[i].unique) consume(fn->body->results[i]);
    }
  }
  if (!calls_.empty()) tell_callees(CallGraph(program));
}

void ConsumedArrays::body(const Body* body) {
  for (const Stm& s : body->stms) {
    stm(s);
    for_each_lambda(s.op, [&](const Lambda* inner) { lambda(inner); });
    for_each_inner_body(s.op, [&](const Body* inner) { this->body(inner); });
  }
}

// What an operation gives that is not listed here is memory of its own, or that of a consumed
// operand, which nobody can use any more.
void ConsumedArrays::stm(const Stm& stm) {
  const Call* as_call = as<Call>(stm.op);
  const Function* callee = as_call == nullptr ? nullptr : functions_.find(as_call->fn);
  for (Var var : consumed_operands(storage_, stm.op, callee)) consume(var);
  if (std::optional<Atom> operand = viewed(stm.op)) share(stm.pattern.front(), *operand);
  match(
      stm.op, [&](const Call& op) { call(stm, op, *callee); },
      [&](const Loop& op) { loop(stm, op); },
      [&](const If& op) {
        share_all(stm.pattern, op.then_body->results);
        share_all(stm.pattern, op.else_body->results);
      },
      [&](const Match& op) {
        for_each_body(&op, [&](const Body* body) { share_all(stm.pattern, body->results); });
      },
      [&](const WithAcc& op) {
        // The function gives the accumulator first.
        share_all(stm.pattern.subspan(op.arrays.size()), op.fn->body->results.subspan(1));
      },
      [](const auto&) {});
}

void ConsumedArrays::call(const Stm& stm, const Call& call, const Function& callee) {
  calls_.push_back(stm);
  const FunctionAliases& aliases = summaries_.at(callee.name);
  std::unordered_map<uint32_t, Var> group_of;
  for (size_t r = 0; r < stm.pattern.size(); r++) {
    for (uint32_t param : aliases[r].params) share(stm.pattern[r], call.args[param]);
    for (uint32_t group : aliases[r].groups) {
      share(stm.pattern[r], group_of.try_emplace(group, stm.pattern[r]).first->second);
    }
  }
}

// Callers come before those that they call, so that few functions are looked at twice.
void ConsumedArrays::tell_callees(const CallGraph& graph) {
  auto order = graph.callees_first();
  std::deque<Name> queue;
  std::unordered_set<Name> waiting;
  auto enqueue = [&](Name fn) {
    if (waiting.insert(fn).second) queue.push_back(fn);
  };
  for (auto fn = order.rbegin(); fn != order.rend(); ++fn) enqueue((*fn)->name);
  while (!queue.empty()) {
    Name caller = queue.front();
    queue.pop_front();
    waiting.erase(caller);
    auto [first, end] = calls_of_.at(caller);
    for (size_t i = first; i < end; i++) {
      if (tell(calls_[i]) == Told::News) enqueue(as<Call>(calls_[i].op)->fn);
    }
  }
}

// Note [What callers rely on]
ConsumedArrays::Told ConsumedArrays::tell(const Stm& stm) {
  const Call& call = *as<Call>(stm.op);
  const Function& callee = *functions_.find(call.fn);
  Told told = Told::Nothing;
  auto tell = [&](const Atom& outside, const Atom& inside) {
    if (!is_consumed(outside) || !inside.var || is_consumed(inside)) return;
    consume(inside);
    told = Told::News;
  };
  for (size_t i = 0; i < call.args.size(); i++) {
    if (!callee.params[i].unique) tell(call.args[i], callee.params[i].var);
  }
  for (size_t i = 0; i < stm.pattern.size(); i++) tell(stm.pattern[i], callee.body->results[i]);
  return told;
}

void ConsumedArrays::loop(const Stm& stm, const Loop& loop) {
  for (size_t i = 0; i < loop.params.size(); i++) {
    const LoopParam& param = loop.params[i];
    share(param.param.var, param.init);
    share(param.param.var, loop.body->results[i]);
    share(param.param.var, stm.pattern[i]);
  }
}

// What the function of an operator gives may be what it consumes next.
void ConsumedArrays::lambda(const Lambda* lambda) {
  for (const Param& param : lambda->params) {
    if (!param.unique) continue;
    for (const Atom& result : lambda->body->results) consume(result);
  }
}

void ConsumedArrays::consume(const Atom& atom) {
  if (atom.var && is_memory(storage_.type(atom.var))) consumed_[find(atom.var.id)] = true;
}

void ConsumedArrays::share(const Atom& a, const Atom& b) {
  if (!a.var || !b.var || !is_memory(storage_.type(a.var)) || !is_memory(storage_.type(b.var)))
    return;
  uint32_t from = find(a.var.id);
  uint32_t to = find(b.var.id);
  parent_[from] = to;
  if (consumed_[from]) consumed_[to] = true;
}

void ConsumedArrays::share_all(std::span<const Var> vars, std::span<const Atom> results) {
  for (size_t i = 0; i < vars.size(); i++) share(vars[i], results[i]);
}

uint32_t ConsumedArrays::find(uint32_t id) {
  while (parent_[id] != id) {
    parent_[id] = parent_[parent_[id]];
    id = parent_[id];
  }
  return id;
}

}  // namespace planish
