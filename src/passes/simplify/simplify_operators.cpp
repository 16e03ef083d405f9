// The rules of `simplify` for operators over arrays.
#include "passes/simplify/simplifier.h"

namespace planish::passes {

using namespace ir;

// Elements of a replicate are known, and an array that is read twice is read once. Only scalars:
// the types of their parameters do not change.
template <class T>
bool Simplifier::drop_operands(const Stm& stm, const T& op) {
  std::vector<Var> arrays;
  std::vector<Param> params;
  for (size_t i = 0; i < op.arrays.size(); i++) {
    const Param& param = op.fn->params[i];
    Atom array = atom(op.arrays[i]);
    const Replicate* replicate = facts_.definition<Replicate>(array);
    if (storage_.type(param.var)->is_scalar()) {
      if (replicate != nullptr && replicate->dims.size() == 1) {
        replace(param.var, replicate->value);
        continue;
      }
      auto same = std::ranges::find(arrays, op.arrays[i]);
      if (same != arrays.end()) {
        replace(param.var, params[static_cast<size_t>(same - arrays.begin())].var);
        continue;
      }
    }
    arrays.push_back(op.arrays[i]);
    params.push_back(param);
  }
  if (arrays.size() == op.arrays.size()) return false;
  Lambda fn = *op.fn;
  fn.params = storage_.arena.copy(params);
  T map = op;
  map.fn = storage_.arena.make<Lambda>(fn);
  map.arrays = storage_.arena.copy(arrays);
  Stm now = stm;
  now.op = make(map);
  visit(now);
  return true;
}
template bool Simplifier::drop_operands(const Stm& stm, const Map& op);
template bool Simplifier::drop_operands(const Stm& stm, const FlatMap& op);

// A result that is the element of an operand is that operand, if neither is consumed, and one that
// is the same for all elements is a replicate. The map keeps the others.
Simplifier::Step Simplifier::map_step(Stm& stm, const Map& op) {
  std::unordered_map<Var, size_t> params;
  std::unordered_set<Var> bound;
  for (size_t i = 0; i < op.fn->params.size(); i++) params.emplace(op.fn->params[i].var, i);
  for (const Stm& inner : op.fn->body->stms)
    bound.insert(inner.pattern.begin(), inner.pattern.end());
  std::vector<Var> pattern;
  std::vector<Atom> results;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Atom& result = op.fn->body->results[i];
    Var var = stm.pattern[i];
    const Type* type = new_type(var);
    auto param = params.find(result.var);
    if (param != params.end()) {
      Var array = op.arrays[param->second];
      bool shareable = type->is_array() && !consumed_.contains(var) && !consumed_.contains(array);
      if (shareable && storage_.type(array) == type) {
        bind(var, array, stm);
        continue;
      }
    } else if (type->is_array() && !type->is_irregular() && !bound.contains(result.var)) {
      Stm all = stm;
      all.pattern = storage_.arena.copy({var});
      all.op = make(Replicate{{}, storage_.arena.copy({op.width}), result});
      emit(all);
      facts_.define(use(var), all);
      continue;
    }
    pattern.push_back(var);
    results.push_back(result);
  }
  if (pattern.size() == stm.pattern.size()) return Step::None;
  if (pattern.empty() && op.fn->body->stms.empty()) return Step::Done;
  Lambda fn = *op.fn;
  fn.body = storage_.arena.make<Body>(Body{op.fn->body->stms, storage_.arena.copy(results)});
  Map map = op;
  map.fn = storage_.arena.make<Lambda>(fn);
  stm.op = make(map);
  stm.pattern = storage_.arena.copy(pattern);
  return Step::Changed;
}

}  // namespace planish::passes
