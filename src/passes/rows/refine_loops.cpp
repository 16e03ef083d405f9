#include "passes/rows/size_refiner.h"

namespace planish::passes {

using namespace ir;

bool SizeRefiner::rewrite_loop(const Stm& stm, const Loop& op) {
  std::vector<LoopParam> params;
  std::vector<Atom> results;
  std::vector<Var> pattern;
  auto stays_the_same = [&](const LoopParam& one) {
    Var param = one.param.var;
    return is_size(storage_.type(param)) && shapes_.find(param) != nullptr &&
           shapes_.checks(param).empty() &&
           shapes_.find(param)->element == shapes_.number(one.init);
  };
  // Note [Loops without an end] in simplify.cpp
  const bool may_be_left_out =
      op.condition != nullptr && std::ranges::all_of(op.params, stays_the_same);
  for (size_t i = 0; i < op.params.size(); i++) {
    Var param = op.params[i].param.var;
    const Atom& init = op.params[i].init;
    if (!may_be_left_out && stays_the_same(op.params[i])) {
      replace(param, atom(init));
      replace(stm.pattern[i], atom(init));
    } else {
      params.push_back(op.params[i]);
      results.push_back(op.body->results[i]);
      pattern.push_back(stm.pattern[i]);
    }
  }
  const std::vector<const Type*> regular_types = regular_params(params);
  Stm now = stm;
  now.certs = certificates(stm.certs);
  if (params.size() == op.params.size() &&
      std::ranges::all_of(regular_types, [](const Type* type) { return type == nullptr; })) {
    now.op = inside(stm.op);
    emit(now);
    return true;
  }
  std::vector<Stm> stms;
  for (size_t i = 0; i < params.size(); i++) {
    if (regular_types[i] == nullptr) continue;
    Param& param = params[i].param;
    params[i].init = as_regular(use(params[i].init.var), regular_types[i], now);
    Var made = storage_.new_var(storage_.vars[param.var.id].name, regular_types[i]);
    stms.push_back(coercion(param.var, made, {}, stm.place));
    param.var = made;
  }
  const auto after_coercions = [&](const Body* body, std::span<const Atom> gives) {
    std::vector<Stm> all = stms;
    all.insert(all.end(), body->stms.begin(), body->stms.end());
    return storage_.arena.make<Body>(Body{storage_.arena.copy(all), storage_.arena.copy(gives)});
  };
  Loop made = op;
  made.params = storage_.arena.copy(params);
  made.body = after_coercions(op.body, results);
  if (op.condition != nullptr)
    made.condition = after_coercions(op.condition, op.condition->results);
  made = *as<Loop>(inside(make(made)));
  // The coercions bind the same variables as those in the body.
  if (made.condition != nullptr && !stms.empty())
    made.condition = clone_body(storage_, made.condition);
  std::vector<const Type*> types;
  std::vector<Var> bound;
  for (const LoopParam& param : made.params) bound.push_back(param.param.var);
  for (size_t i = 0; i < made.params.size(); i++) {
    const Type* type = storage_.type(made.params[i].param.var);
    bool own = type->is_acc() || mentions_any(type, bound);
    types.push_back(own ? type_of(made.body->results[i]) : type);
  }
  made.body = with_results(made.body, types, known_.checks(), stm.place);
  now.op = make(made);
  emit_regular(now, pattern, regular_types);
  return true;
}

std::vector<const Type*> SizeRefiner::regular_params(const std::vector<LoopParam>& params) {
  std::vector<Var> all;
  for (const LoopParam& param : params) all.push_back(param.param.var);
  std::vector<const Type*> types;
  for (Var param : all) {
    const Type* type = regular_type(param);
    const bool applies = type != new_type(param) && !mentions_any(type, all);
    types.push_back(applies ? type : nullptr);
  }
  return types;
}

Var SizeRefiner::as_regular(Var array, const Type* type, const Stm& here) {
  Var regular = regular_of(array);
  if (regular && storage_.type(regular) == type) return regular;
  Var made = storage_.new_var(storage_.vars[array.id].name, type);
  emit(coercion(made, array, here.certs, here.place));
  return made;
}

}  // namespace planish::passes
