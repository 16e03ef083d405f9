#include "ir/foreign_call.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish::ir {
namespace {

bool mentions(const Type* type, Var size) {
  bool found = false;
  for_each_var_in(type, [&](Var var) { found = found || var == size; });
  return found;
}

}  // namespace

ForeignResult foreign_result(const Storage& storage, const Stm& stm, size_t k) {
  if (k < as<Foreign>(stm.op)->dests.size()) return ForeignResult::Overwriting;
  const Type* type = storage.type(stm.pattern[k]);
  if (type->is_scalar()) {
    const bool is_size = std::ranges::any_of(
        stm.pattern, [&](Var other) { return mentions(storage.type(other), stm.pattern[k]); });
    return is_size ? ForeignResult::Size : ForeignResult::Scalar;
  }
  const bool is_asked_for =
      std::ranges::any_of(stm.pattern, [&](Var size) { return mentions(type, size); });
  return is_asked_for ? ForeignResult::AskedFor : ForeignResult::Filled;
}

bool is_plain_foreign(const Storage& storage, const Stm& stm) {
  if (as<Foreign>(stm.op)->use == ForeignUse::Performs || stm.pattern.size() != 1) return false;
  bool scalars = storage.type(stm.pattern[0])->is_scalar();
  for_each_atom(stm.op,
                [&](const Atom& atom) { scalars = scalars && storage.type(atom)->is_scalar(); });
  return scalars;
}

}  // namespace planish::ir
