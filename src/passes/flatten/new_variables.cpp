#include "passes/flatten/new_variables.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

NewVariables::NewVariables(Flattening& all)
    : storage_(all.storage), parallelism_(all.parallelism) {}

Var NewVariables::array_over(const Nest& nest, Var var) {
  const VarInfo info = storage_.vars[var.id];
  Var array = storage_.new_var(info.name, storage_.types.with_outer(nest.dims(), info.type));
  stands_for_[array] = var;
  return array;
}

Var NewVariables::array_over(const Nest& nest, const Atom& value) {
  if (value.var) return array_over(nest, value.var);
  return storage_.new_var({}, storage_.types.with_outer(nest.dims(), storage_.type(value)));
}

std::vector<Var> NewVariables::fresh_like(std::span<const Var> vars) {
  std::vector<Var> fresh;
  for (Var var : vars) {
    const VarInfo info = storage_.vars[var.id];
    fresh.push_back(storage_.new_var(info.name, info.type));
    stands_for_[fresh.back()] = var;
  }
  return fresh;
}

bool NewVariables::is_consumed(Var var) {
  for (auto it = stands_for_.find(var); it != stands_for_.end(); it = stands_for_.find(var)) {
    var = it->second;
  }
  return parallelism_.is_consumed(var);
}

}  // namespace planish::passes
