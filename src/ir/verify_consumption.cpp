// Nothing is used after it was consumed, and only what may be consumed is.
//
// Note [Consumption in the IR]
// The walk follows the order of evaluation. Every variable has a set of roots (alias.h). Consuming it marks its roots;
// using a variable with a marked root is an error, since it is, or may alias, something that was overwritten. The
// result of an operation that consumes has a new root: it owns the memory from now on.
//
// The branches of an `if` are walked one after the other, each without the marks of the others; afterwards the marks of
// all hold. What a branch gives and another branch consumed is then owned by the result alone:
//     let r = if c { let ys = update xs [0] with 1 in ys } else { in xs }      -- xs is consumed, r is not
//
// A lambda or the body of a loop runs any number of times, so it must not consume what was there before it: roots below
// the barrier. Accumulators are the exception; they are made for that.
#include <algorithm>
#include <unordered_map>

#include "ir/alias.h"
#include "ir/verifier.h"
#include "ir/walk.h"

namespace planish::ir {

namespace {

enum class Owner : uint8_t {
  Here,      // may be consumed
  Elsewhere  // a parameter that is not unique, or a constant
};

struct RootInfo {
  Owner owner = Owner::Here;
  bool consumed = false;
  Var consumed_as;
  PlaceId consumed_at;
};

class Consumption {
 public:
  Consumption(const Program& program, ErrorList& errors)
      : program_(program), storage_(*program.storage), errors_(errors), aliases_(storage_) {}

  void run() {
    for (const Function* fn : program_.functions) functions_[fn->name] = fn;
    for (const Function* fn : program_.functions) {
      errors_.function = fn->name;
      errors_.place = fn->place;
      function(*fn);
    }
  }

 private:
  // ---- Roots

  Root fresh(Owner owner = Owner::Here) {
    infos_.emplace_back().owner = owner;
    return aliases_.fresh();
  }
  bool has_memory(Var var) const { return is_memory(storage_.type(var)); }
  bool is_acc(Var var) const { return storage_.type(var)->is_acc(); }
  void own(Var var) {
    if (has_memory(var)) aliases_.set(var, {fresh()});
  }
  void param(const Param& param) {
    if (!has_memory(param.var)) return;
    bool mine = param.unique || is_acc(param.var);
    aliases_.set(param.var, {fresh(mine ? Owner::Here : Owner::Elsewhere)});
  }

  void error(std::string message) { errors_.add(Rule::Consumption, std::move(message)); }

  // False after an error.
  bool use(Var var) {
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

  void consume(Var var) {
    for (Root root : aliases_.roots(var)) {
      RootInfo& info = infos_[root];
      if (root < barrier_ && !is_acc(var)) {
        return error(errors_.text(var) +
                     " is consumed in a lambda or loop that it is not bound in");
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
  void mark(Root root, Var var) {
    RootInfo& info = infos_[root];
    if (info.consumed) return;
    info.consumed = true;
    info.consumed_as = var;
    info.consumed_at = errors_.place;
    marked_.push_back(root);
  }

  // ---- Bodies

  void body(const Body* body) {
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

  void stm(const Stm& stm) {
    const auto* call = as<Call>(stm.op);
    const Function* callee = call == nullptr ? nullptr : functions_[call->fn];
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
        [&](const WithAcc& n) { with_acc(stm.pattern, n); }, [&](const auto&) { other(stm); });
  }

  void consume_all(const std::vector<Var>& consumed, const std::vector<Var>& uses) {
    for (Var var : consumed) consume(var);
    for (Var var : uses) {
      // What is consumed is used just for that.
      if (std::ranges::count(uses, var) == std::ranges::count(consumed, var)) continue;
      bool gone = std::ranges::any_of(aliases_.roots(var),
                                      [&](Root root) { return infos_[root].consumed; });
      if (!gone) continue;
      return error(errors_.text(var) + " is used by the operation that consumes it or an alias");
    }
  }

  // An operation whose bodies and lambdas run any number of times, and whose results are fresh or a view.
  void other(const Stm& stm) {
    for_each_lambda(stm.op, [&](const Lambda* inner) { lambda(inner); });
    for_each_body(stm.op, [&](const Body* inner) {
      Root around = std::exchange(barrier_, aliases_.next());
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

  void lambda(const Lambda* lambda) {
    Root around = std::exchange(barrier_, aliases_.next());
    for (const Param& p : lambda->params) param(p);
    body(lambda->body);
    barrier_ = around;
  }

  // ---- What leaves a body

  // The roots of the results of a body, where those that were made in it (from `first` on) are replaced by one for each
  // result: sets stay small however many bodies they leave.
  std::vector<RootSet> leave(const Body* body, Root first) {
    std::vector<RootSet> sets;
    std::unordered_map<Root, Root> outside;
    for (const Atom& result : body->results) {
      RootSet set;
      RootSet inner;
      for (Root root : aliases_.roots(result)) {
        bool stays = root < first || infos_[root].owner == Owner::Elsewhere;
        (stays ? set : inner).push_back(root);
      }
      // Results that share a root go on sharing one.
      RootSet groups;
      for (Root root : inner) {
        if (auto it = outside.find(root); it != outside.end()) merge(groups, {it->second});
      }
      if (!inner.empty() && groups.empty()) groups.push_back(fresh());
      for (Root root : inner) outside.try_emplace(root, groups[0]);
      merge(set, groups);
      sets.push_back(std::move(set));
    }
    return sets;
  }

  void branches(std::span<const Var> pattern, const std::vector<const Body*>& bodies) {
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

  void with_acc(std::span<const Var> pattern, const WithAcc& n) {
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

  void loop(std::span<const Var> pattern, const Loop& n) {
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
      if (n.params[i].param.unique)
        check_owned(n.body->results, i, first, "a unique loop parameter");
    }
    std::vector<RootSet> sets = leave(n.body, first);
    barrier_ = around;

    // A result may alias the initial value, and what the result for another parameter may alias, if it is made of that
    // parameter. This is repeated until nothing is new; more than two rounds are rare.
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
  bool owns(const Param& param) const { return param.unique || is_acc(param.var); }

  // Result number `index` must be owned by the body alone: the one who gets it may consume it.
  void check_owned(std::span<const Atom> results, size_t index, Root first, std::string_view what) {
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

  // A result that is not unique may alias every argument that was not consumed, and other such results.
  void call_results(std::span<const Var> pattern, const Call& n, const Function& callee) {
    RootSet shared;
    for (size_t i = 0; i < n.args.size(); i++) {
      bool taken = owns(callee.params[i]);
      if (!taken) merge(shared, aliases_.roots(n.args[i]));
    }
    merge(shared, {fresh(callee.constant ? Owner::Elsewhere : Owner::Here)});
    for (size_t i = 0; i < pattern.size(); i++) {
      if (!has_memory(pattern[i])) continue;
      if (owns(callee.results[i])) {
        own(pattern[i]);
      } else {
        aliases_.set(pattern[i], shared);
      }
    }
  }

  void function(const Function& fn) {
    barrier_ = aliases_.next();
    for (const Param& p : fn.params) param(p);
    body(fn.body);
    for (size_t i = 0; i < fn.results.size(); i++) {
      if (fn.results[i].unique) check_owned(fn.body->results, i, barrier_, "a unique result");
    }
  }

  const Program& program_;
  const Storage& storage_;
  ErrorList& errors_;
  std::unordered_map<Name, const Function*> functions_;
  AliasTable aliases_;
  std::vector<RootInfo> infos_;  // by root
  std::vector<Root> marked_;     // consumed ones, in order
  Root barrier_ = 0;
};

}  // namespace

void verify_consumption(const Program& program, ErrorList& errors) {
  Consumption(program, errors).run();
}

}  // namespace planish::ir
