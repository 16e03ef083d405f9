#include "passes/rows/size_refiner.h"

namespace planish::passes {

using namespace ir;
using shapes::Term;

void SizeRefiner::find_known_results(const Function& fn) {
  std::vector<KnownResult>& all = results_[fn.name];
  all.resize(fn.results.size());
  if (fn.entry != nullptr || fn.constant) return;
  const shapes::Signature& signature = shapes_.signature(fn.name);
  for (size_t i = 0; i < fn.results.size(); i++) {
    if (!is_size(storage_.type(fn.results[i].var))) continue;
    Term term = signature.results[i].element;
    for (size_t k = 0; k < fn.params.size() && !all[i]; k++) {
      Var param = fn.params[k].var;
      if (is_size(storage_.type(param)) && shapes_.number(param) == term) all[i] = k;
    }
  }
}

const Function* SizeRefiner::function(const Function* fn) {
  const KnownSizes::Extent extent(known_);
  known_.forget_checks();
  const std::vector<KnownResult>& known_results = results_.at(fn->name);
  if (std::ranges::none_of(known_results, [](const auto& one) { return one.has_value(); }))
    return function_children(fn);
  Function copy = *function_children(fn);
  Substitution by;
  for (size_t i = 0; i < copy.results.size(); i++) {
    if (known_results[i]) by[copy.results[i].var] = copy.params[*known_results[i]].var;
  }
  std::vector<Param> results;
  std::vector<const Type*> types;
  std::vector<Var> bound;
  for (size_t i = 0; i < copy.results.size(); i++) {
    if (known_results[i]) continue;
    Param result = copy.results[i];
    const Type* type = substitute(storage_, storage_.type(result.var), by);
    if (type != storage_.type(result.var))
      result.var = storage_.new_var(storage_.vars[result.var.id].name, type);
    results.push_back(result);
    bound.push_back(result.var);
  }
  size_t next = 0;
  for (size_t i = 0; i < copy.results.size(); i++) {
    if (known_results[i]) {
      types.push_back(nullptr);
      continue;
    }
    const Type* type = storage_.type(results[next++].var);
    bool own = type->is_acc() || mentions_any(type, bound);
    types.push_back(own ? type_of(copy.body->results[i]) : type);
  }
  copy.body = with_results(copy.body, types, {}, fn->place);
  copy.results = storage_.arena.copy(results);
  return storage_.arena.make<Function>(copy);
}

bool SizeRefiner::rewrite_call(const Stm& stm, const Call& op) {
  Stm now = stm;
  now.certs = certificates(stm.certs);
  now.op = op_children(stm.op);
  const std::vector<KnownResult>& known_results = results_.at(op.fn);
  std::vector<Var> kept;
  std::vector<Var> sizes;  // that are known here
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    Var var = stm.pattern[i];
    if (known_results[i]) {
      replace(var, atom(op.args[*known_results[i]]));
      continue;
    }
    kept.push_back(var);
    if (known_.find(var)) sizes.push_back(var);
  }
  if (sizes.empty()) {
    now.pattern = storage_.arena.copy(kept);
    emit(now);
    return true;
  }
  // Its sizes get names of their own, and the arrays are coerced to those that are known.
  Substitution by;
  std::vector<Var> made;
  for (Var var : kept) {
    const Type* type = substitute(storage_, new_type(var), by);
    made.push_back(storage_.new_var(storage_.vars[var.id].name, type));
    by[var] = made.back();
  }
  now.pattern = storage_.arena.copy(made);
  emit(now);
  for (Var var : sizes) replace(var, *known_.find(var));
  for (size_t i = 0; i < kept.size(); i++) {
    if (std::ranges::find(sizes, kept[i]) == sizes.end()) bind(kept[i], made[i], stm);
  }
  return true;
}

}  // namespace planish::passes
