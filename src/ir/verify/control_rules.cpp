#include "ir/verify/control_rules.h"

#include <unordered_set>

#include "ir/verify/bodies.h"

namespace planish::ir {

void ControlRules::branch(const Body* body) {
  Extent scope(state_);
  if (!bodies_.body(body) || !count(state_.pattern.size(), body->results.size(), "results")) return;
  for (size_t i = 0; i < state_.pattern.size(); i++) {
    const Atom& result = body->results[i];
    fits(storage_.type(state_.pattern[i]), type(result), "result", result);
    know(state_.pattern[i], result);
  }
  forget();
}

void ControlRules::check(const If& n) {
  is_scalar(n.condition, Prim::Bool, "condition");
  branch(n.then_body);
  branch(n.else_body);
}

void ControlRules::check(const Match& n) {
  const Type* value = type(n.value);
  if (!value->is_scalar() || !(is_integer(value->elem) || value->elem == Prim::Bool)) {
    return error(Rule::Types, "match does not work on type " + text(value));
  }
  std::unordered_set<uint64_t> seen;
  for (const MatchCase& one : n.cases) {
    bodies_.use(Atom(one.value));
    is_scalar(one.value, value->elem, "case");
    if (!seen.insert(one.value.bits).second) {
      error(Rule::Structure, "match has the case " + constant_text(one.value) + " twice");
    }
    branch(one.body);
  }
  if (n.otherwise != nullptr) {
    branch(n.otherwise);
  } else if (n.cases.empty()) {
    error(Rule::Structure, "match has no cases");
  }
}

void ControlRules::check(const Loop& n) {
  Extent scope(state_);
  bool sound = true;
  for (const LoopParam& p : n.params) sound &= bodies_.bind(p.param.var);
  if (n.index) sound &= bodies_.bind(n.index);
  if (!sound) return;
  for (const LoopParam& p : n.params) {
    fits(storage_.type(p.param.var), type(p.init), "initial value", p.init);
    know(p.param.var, p.init);
  }
  forget();

  if (n.index) {
    const Type* index = storage_.type(n.index);
    if (!index->is_scalar() || !is_integer(index->elem)) {
      error(Rule::Types, "loop does not count in " + text(index));
    }
    is_scalar(n.bound, index->elem, "bound");
    if (n.condition != nullptr) error(Rule::Structure, "loop has an index and a condition");
  } else {
    Extent condition(state_);
    if (bodies_.body(n.condition) &&
        count(1, n.condition->results.size(), "results of the condition")) {
      is_scalar(n.condition->results[0], Prim::Bool, "condition");
    }
  }

  if (!bodies_.body(n.body) || !count(n.params.size(), n.body->results.size(), "results")) return;
  for (size_t i = 0; i < n.params.size(); i++) {
    const Atom& result = n.body->results[i];
    fits(storage_.type(n.params[i].param.var), type(result), "result", result);
    know(n.params[i].param.var, result);
  }
  forget();
  if (!binds(n.params.size())) return;
  for (size_t i = 0; i < n.params.size(); i++) gives(i, storage_.type(n.params[i].param.var));
}

void ControlRules::check(const Call& n) {
  const Function* callee = state_.program.find(n.fn);
  if (callee == nullptr) {
    return error(Rule::Calls,
                 "there is no function " + name_text(storage_.text(n.fn)) + " to call");
  }
  const Function& fn = *callee;
  if (!count(fn.params.size(), n.args.size(), "arguments") || !binds(fn.results.size())) return;
  for (const auto& list : {fn.params, fn.results}) {
    for (const Param& param : list) {
      bool exists = param.var.id < state_.flags.size() && storage_.type(param.var) != nullptr;
      if (!exists) return;  // reported with the function
    }
  }
  for (size_t i = 0; i < n.args.size(); i++) {
    fits(storage_.type(fn.params[i].var), type(n.args[i]), "argument", n.args[i]);
    know(fn.params[i].var, n.args[i]);
  }
  for (size_t i = 0; i < fn.results.size(); i++) gives(i, storage_.type(fn.results[i].var));
}

void ControlRules::check(const Check& n) {
  is_scalar(n.condition, Prim::Bool, "condition");
  gives_one(Prim::Unit);
}

void ControlRules::check(const Foreign& n) {
  if (n.symbol.empty()) error(Rule::Structure, "foreign: the symbol is empty");
  if (n.use == ForeignUse::Performs && !state_.at_host)
    error(Rule::Structure, "foreign: what performs something must stand at host level");
  if (n.use == ForeignUse::Performs && !n.dests.empty())
    error(Rule::Structure, "foreign: what performs something overwrites nothing");
  const auto is_regular = [&](const Atom& atom) {
    const Type* found = type(atom);
    if (found->is_acc() || found->is_irregular())
      error(Rule::Types, "foreign does not work on type " + text(found));
  };
  for (const Atom& arg : n.args) is_regular(arg);
  if (state_.pattern.size() < n.dests.size())
    return error(Rule::Counts, "foreign: what is overwritten is a result");
  for (size_t i = 0; i < n.dests.size(); i++) {
    if (is_array(n.dests[i])) gives(i, storage_.type(n.dests[i]));
  }
  for (Var result : state_.pattern) is_regular(result);
}

}  // namespace planish::ir
