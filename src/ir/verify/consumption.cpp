// Nothing is used after it was consumed, and only what may be consumed is: Note [Consumption in the
// IR].
#include <algorithm>

#include "ir/facts.h"
#include "ir/one_point.h"
#include "ir/verify/consumption.h"
#include "ir/walk.h"

namespace planish::ir {

// ---- Roots

void Consumption::param(const Param& param) {
  if (!has_memory(param.var)) return;
  bool mine = param.unique || is_acc(param.var);
  aliases_.set(param.var, {fresh(mine ? Owner::Here : Owner::Elsewhere)});
}

bool Consumption::use(Var var) {
  for (Root root : aliases_.roots(var)) {
    const RootInfo& info = infos_[root];
    if (!info.consumed) continue;
    std::string text = errors_.text(var) + " is used after ";
    text +=
        info.consumed_as == var ? "it" : errors_.text(info.consumed_as) + ", which it may alias,";
    text += " was consumed";
    if (info.consumed_at.id != 0) text += " at " + place_text(storage_, info.consumed_at);
    error(std::move(text));
    return false;
  }
  return true;
}

void Consumption::consume(Var var) {
  for (Root root : aliases_.roots(var)) {
    RootInfo& info = infos_[root];
    if (root < barrier_ && !is_acc(var)) {
      return error(errors_.text(var) + " is consumed in a lambda or loop that it is not bound in");
    }
    if (info.owner == Owner::Elsewhere) {
      return error(
          errors_.text(var) +
          " is consumed, but is or may alias a parameter that is not unique or a constant");
    }
    if (info.consumed) return error(errors_.text(var) + " is consumed twice by one operation");
  }
  for (Root root : aliases_.roots(var)) mark(root, var);
}
void Consumption::mark(Root root, Var var) {
  RootInfo& info = infos_[root];
  if (info.consumed) return;
  info.consumed = true;
  info.consumed_as = var;
  info.consumed_at = errors_.place;
  marked_.push_back(root);
}

// ---- Bodies

void Consumption::body(const Body* body) {
  for (const Stm& stm : body->stms) {
    if (errors_.full()) return;
    PlaceId around = std::exchange(errors_.place, stm.place);
    this->stm(stm);
    errors_.place = around;
  }
  for (const Atom& atom : body->results) {
    if (atom.var) use(atom.var);
  }
}

void Consumption::stm(const Stm& stm) {
  const auto* call = as<Call>(stm.op);
  const Function* callee = call == nullptr ? nullptr : functions_.find(call->fn);
  std::vector<Var> uses;
  bool sound = true;
  for_each_var_use(stm.op, [&](Var var) {
    if (!has_memory(var)) return;
    uses.push_back(var);
    sound &= use(var);
  });
  if (std::vector<Var> consumed = consumed_operands(storage_, stm.op, callee);
      sound && !consumed.empty()) {
    consume_all(consumed, uses);
  }
  match(
      stm.op, [&](const If& n) { branches(stm.pattern, {n.then_body, n.else_body}); },
      [&](const Match& n) {
        std::vector<const Body*> bodies;
        for (const MatchCase& one : n.cases) bodies.push_back(one.body);
        if (n.otherwise != nullptr) bodies.push_back(n.otherwise);
        branches(stm.pattern, bodies);
      },
      [&](const Loop& n) { loop(stm.pattern, n); },
      [&](const Call& n) { call_results(stm.pattern, n, *callee); },
      [&](const WithAcc& n) { with_acc(stm.pattern, n); },
      [&]<class T>(const T&)
        requires(kFacts<T>.memory != Memory::Passed)
      { other(stm); });
}

void Consumption::consume_all(const std::vector<Var>& consumed, const std::vector<Var>& uses) {
  for (Var var : consumed) consume(var);
  for (Var var : uses) {
    // What is consumed is used just for that.
    if (std::ranges::count(uses, var) == std::ranges::count(consumed, var)) continue;
    bool gone =
        std::ranges::any_of(aliases_.roots(var), [&](Root root) { return infos_[root].consumed; });
    if (!gone) continue;
    return error(errors_.text(var) + " is used by the operation that consumes it or an alias");
  }
}

void Consumption::other(const Stm& stm) {
  for_each_lambda(stm.op, [&](const Lambda* inner) { lambda(inner); });
  const bool once = has_one_point(stm.op);
  for_each_body(stm.op, [&](const Body* inner) {
    Root around = std::exchange(barrier_, once ? barrier_ : aliases_.next());
    body(inner);
    barrier_ = around;
  });
  std::optional<Atom> operand = viewed(stm.op);
  for (Var var : stm.pattern) {
    if (operand && has_memory(var)) {
      aliases_.set_same(var, *operand);
    } else {
      own(var);
    }
  }
}

void Consumption::lambda(const Lambda* lambda) {
  Root around = std::exchange(barrier_, aliases_.next());
  for (const Param& p : lambda->params) param(p);
  body(lambda->body);
  barrier_ = around;
}

// ---- What leaves a body

std::vector<RootSet> Consumption::leave(const Body* body, Root first) {
  std::vector<RootSet> sets;
  for (const Atom& result : body->results) sets.push_back(aliases_.roots(result));
  regroup(
      sets, [&](Root root) { return root >= first && infos_[root].owner == Owner::Here; },
      [&] { return fresh(); });
  return sets;
}

void Consumption::branches(std::span<const Var> pattern, const std::vector<const Body*>& bodies) {
  size_t before = marked_.size();
  std::vector<RootSet> sets(pattern.size());
  std::vector<std::pair<Root, RootInfo>> consumed;
  for (const Body* body : bodies) {
    Root first = aliases_.next();
    this->body(body);
    std::vector<RootSet> left = leave(body, first);
    for (size_t i = 0; i < pattern.size(); i++) merge(sets[i], left[i]);
    // The other branches do not see what this one consumed.
    for (; marked_.size() > before; marked_.pop_back()) {
      Root root = marked_.back();
      consumed.emplace_back(root, infos_[root]);
      infos_[root].consumed = false;
    }
  }
  std::unordered_map<Root, Root> now_owned;
  for (const auto& [root, info] : consumed) {
    if (!infos_[root].consumed) marked_.push_back(root);
    infos_[root] = info;
  }
  for (size_t i = 0; i < pattern.size(); i++) {
    if (!has_memory(pattern[i])) continue;
    RootSet set;
    for (Root root : sets[i]) {
      if (infos_[root].consumed) {
        auto [it, is_new] = now_owned.try_emplace(root, Root{});
        if (is_new) it->second = fresh();
        root = it->second;
      }
      merge(set, {root});
    }
    aliases_.set(pattern[i], std::move(set));
  }
}

void Consumption::with_acc(std::span<const Var> pattern, const WithAcc& n) {
  if (n.op != nullptr) lambda(n.op);
  Root first = aliases_.next();
  lambda(n.fn);
  std::vector<RootSet> sets = leave(n.fn->body, first);
  for (size_t i = 0; i < pattern.size(); i++) {
    if (i < n.arrays.size()) {
      own(pattern[i]);
    } else if (has_memory(pattern[i])) {
      aliases_.set(pattern[i], std::move(sets[i - n.arrays.size() + 1]));
    }
  }
}

// ---- Loops

void Consumption::loop(std::span<const Var> pattern, const Loop& n) {
  Root first = aliases_.next();
  Root around = std::exchange(barrier_, first);
  std::unordered_map<Root, size_t> borrowed;  // roots of parameters that are not unique
  for (size_t i = 0; i < n.params.size(); i++) {
    const Param& p = n.params[i].param;
    param(p);
    if (has_memory(p.var) && !owns(p)) borrowed[aliases_.roots(p.var)[0]] = i;
  }
  if (n.condition != nullptr) body(n.condition);
  body(n.body);
  for (size_t i = 0; i < n.params.size(); i++) {
    if (n.params[i].param.unique) check_owned(n.body->results, i, first, "a unique loop parameter");
  }
  std::vector<RootSet> sets = leave(n.body, first);
  barrier_ = around;

  // A result may alias the initial value, and what the result for another parameter may alias, if
  // it is made of that parameter. This is repeated until nothing is new; more than two rounds are
  // rare.
  std::vector<std::vector<size_t>> made_of(n.params.size());
  for (size_t i = 0; i < sets.size(); i++) {
    std::erase_if(sets[i], [&](Root root) {
      auto it = borrowed.find(root);
      if (it != borrowed.end()) made_of[i].push_back(it->second);
      return it != borrowed.end();
    });
    if (!owns(n.params[i].param)) merge(sets[i], aliases_.roots(n.params[i].init));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < sets.size(); i++) {
      for (size_t from : made_of[i]) {
        size_t size = sets[i].size();
        merge(sets[i], sets[from]);
        changed |= sets[i].size() != size;
      }
    }
  }
  for (size_t i = 0; i < pattern.size(); i++) {
    if (!has_memory(pattern[i])) continue;
    if (owns(n.params[i].param)) {
      own(pattern[i]);
    } else {
      aliases_.set(pattern[i], std::move(sets[i]));
    }
  }
}

void Consumption::check_owned(std::span<const Atom> results, size_t index, Root first,
                              std::string_view what) {
  const Atom& result = results[index];
  if (!result.var || is_acc(result.var)) return;
  for (Root root : aliases_.roots(result)) {
    if (root < first || infos_[root].owner == Owner::Elsewhere) {
      return error(errors_.text(result.var) + " is given for " + std::string(what) +
                   ", but may alias something that is not owned here");
    }
  }
  for (size_t i = 0; i < results.size(); i++) {
    if (i == index) continue;
    RootSet common;
    std::ranges::set_intersection(aliases_.roots(result), aliases_.roots(results[i]),
                                  std::back_inserter(common));
    if (!common.empty()) {
      return error(errors_.text(result.var) + " is given for " + std::string(what) +
                   ", but may alias another result");
    }
  }
}

// ---- Functions

Consumption::Consumption(const Program& program, const AliasSummaries& summaries, ErrorList& errors)
    : storage_(*program.storage), summaries_(summaries), errors_(errors), aliases_(storage_) {
  functions_ = program.functions;
}

void Consumption::call_results(std::span<const Var> pattern, const Call& n,
                               const Function& callee) {
  const FunctionAliases& aliases = summaries_.at(callee.name);
  std::unordered_map<uint32_t, Root> groups;
  for (size_t i = 0; i < pattern.size(); i++) {
    if (!has_memory(pattern[i])) continue;
    // A constant keeps its value, for those who ask for it later.
    bool is_constant = callee.constant || (!owns(callee.results[i]) && aliases[i].constant);
    RootSet roots{fresh(is_constant ? Owner::Elsewhere : Owner::Here)};
    if (!owns(callee.results[i])) {
      for (uint32_t group : aliases[i].groups) {
        auto [it, is_new] = groups.try_emplace(group, Root{});
        if (is_new) it->second = fresh();
        merge(roots, {it->second});
      }
      for (uint32_t from : aliases[i].params) merge(roots, aliases_.roots(n.args[from]));
    }
    aliases_.set(pattern[i], std::move(roots));
  }
}

FunctionAliases Consumption::result_aliases(const Function& fn) {
  std::unordered_map<Root, uint32_t> borrowed;  // roots of parameters that are not unique
  for (uint32_t i = 0; i < fn.params.size(); i++) {
    const Param& param = fn.params[i];
    if (has_memory(param.var) && !owns(param)) borrowed[aliases_.roots(param.var)[0]] = i;
  }
  std::vector<RootSet> sets(fn.results.size());
  for (size_t i = 0; i < sets.size(); i++) {
    if (!owns(fn.results[i])) sets[i] = aliases_.roots(fn.body->results[i]);
  }
  Root first_group = aliases_.next();
  regroup(
      sets, [&](Root root) { return infos_[root].owner == Owner::Here; }, [&] { return fresh(); });
  FunctionAliases aliases(sets.size());
  for (size_t i = 0; i < sets.size(); i++) {
    for (Root root : sets[i]) {
      if (root >= first_group) {
        aliases[i].groups.push_back(root - first_group);
      } else if (auto it = borrowed.find(root); it != borrowed.end()) {
        aliases[i].params.push_back(it->second);
      } else {
        aliases[i].constant = true;
      }
    }
  }
  return aliases;
}

FunctionAliases Consumption::function(const Function& fn) {
  errors_.function = fn.name;
  errors_.place = fn.place;
  barrier_ = aliases_.next();
  for (const Param& p : fn.params) param(p);
  body(fn.body);
  for (size_t i = 0; i < fn.results.size(); i++) {
    if (fn.results[i].unique) check_owned(fn.body->results, i, barrier_, "a unique result");
  }
  return result_aliases(fn);
}

void verify_consumption(const Program& program, ErrorList& errors) {
  AliasSummaries summaries = summarise_aliases(program);
  Consumption consumption(program, summaries, errors);
  for (const Function* fn : program.functions) consumption.function(*fn);
}

}  // namespace planish::ir
