#include "passes/accumulators/accumulator_uses.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

AccumulatorUses::AccumulatorUses(const Program& program)
    : storage_(*program.storage), shown_(program), functions_(program.functions) {
  for (const Function* fn : program.functions) {
    if (std::ranges::any_of(fn->params, [&](const Param& param) { return is_acc(param.var); }))
      expandable_functions_.insert(fn->name);
  }
  // A function is expandable if those that it calls are, itself perhaps among them.
  auto is_not = [&](Name name) { return !is_expandable_function(*functions_.find(name)); };
  while (std::erase_if(expandable_functions_, is_not) > 0) {
  }
}

bool AccumulatorUses::is_sequential(const Stm& stm) const {
  return has_attribute(stm.attrs, AttributeKind::Sequential);
}
bool AccumulatorUses::is_acc(const Atom& atom) const {
  return atom.var && storage_.type(atom.var)->is_acc();
}
bool AccumulatorUses::uses(const Stm& stm, const std::unordered_set<Var>& names) const {
  Body alone{{&stm, 1}, {}};
  return std::ranges::any_of(free_variables(storage_, &alone),
                             [&](Var var) { return names.contains(var); });
}

Var AccumulatorUses::only_acc(std::span<const Var> vars) const {
  Var found;
  for (Var var : vars) {
    if (!is_acc(var)) continue;
    if (found) return {};
    found = var;
  }
  return found;
}

Var AccumulatorUses::acc_of_branch(const Body* body) const {
  return only_acc(free_variables(storage_, body));
}

Var AccumulatorUses::acc_of_loop(const Loop& loop) const {
  std::vector<Var> params;
  for (const LoopParam& param : loop.params) params.push_back(param.param.var);
  return only_acc(params);
}

bool AccumulatorUses::is_expandable(const Body* body, Var acc) const {
  std::unordered_set<Var> names{acc};
  for (const Stm& stm : body->stms) {
    if (!uses(stm, names)) continue;
    Var next = only_acc(stm.pattern);
    if (!next || !is_expandable(stm)) return false;
    names.insert(next);
  }
  auto is_current = [&](const Atom& atom) { return atom.var && names.contains(atom.var); };
  return std::ranges::count_if(body->results, is_current) == 1;
}

// A statement that uses an accumulator.
bool AccumulatorUses::is_expandable(const Stm& stm) const {
  if (is_sequential(stm)) return false;
  auto branch = [&](const Body* body) {
    Var acc = acc_of_branch(body);
    return acc && is_expandable(body, acc);
  };
  return match(
      stm.op, [](const UpdateAcc&) { return true; }, [](const Same&) { return true; },
      [&](const Map& n) {
        Var acc = only_acc(n.arrays);
        if (!acc) return false;
        auto at = size_t(std::ranges::find(n.arrays, acc) - n.arrays.begin());
        return is_expandable(n.fn->body, n.fn->params[at].var);
      },
      [&](const If& n) { return branch(n.then_body) && branch(n.else_body); },
      [&](const Match& n) {
        return (n.otherwise == nullptr || branch(n.otherwise)) &&
               std::ranges::all_of(n.cases, [&](const MatchCase& one) { return branch(one.body); });
      },
      [&](const Loop& n) {
        Var acc = acc_of_loop(n);
        return acc && is_expandable(n.body, acc);
      },
      [&](const Call& n) { return expandable_functions_.contains(n.fn); },
      [](const auto&) { return false; });
}

bool AccumulatorUses::keeps_state(const Loop& loop) const {
  if (loop.condition != nullptr || shown_.in(loop.body)) return false;
  std::unordered_set<Var> carried;
  for (const LoopParam& param : loop.params) carried.insert(param.param.var);
  return std::ranges::all_of(loop.params, [&](const LoopParam& param) {
    const Type* type = storage_.type(param.param.var);
    if (type->is_acc()) return true;
    bool fixed = !type->is_irregular();
    for_each_var_in(type, [&](Var size) { fixed = fixed && !carried.contains(size); });
    return fixed;
  });
}

bool AccumulatorUses::is_expandable_function(const Function& fn) const {
  std::vector<Var> params;
  for (const Param& param : fn.params) params.push_back(param.var);
  Var acc = only_acc(params);
  return acc && fn.entry == nullptr && is_expandable(fn.body, acc);
}

bool AccumulatorUses::has_single_updates(const Body* body) const {
  return std::ranges::all_of(body->stms, [&](const Stm& stm) {
    if (!only_acc(stm.pattern)) return true;
    bool is_branch = stm.op->kind == Kind::If || stm.op->kind == Kind::Match;
    if (!is_branch) return stm.op->kind == Kind::UpdateAcc || stm.op->kind == Kind::Same;
    bool all_single = true;
    for_each_body(stm.op,
                  [&](const Body* inner) { all_single = all_single && has_single_updates(inner); });
    return all_single;
  });
}

}  // namespace planish::passes
