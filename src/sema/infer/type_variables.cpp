#include "sema/infer/type_variables.h"

namespace planish {

const Type* resolve_meta(const Type* type) {
  while (type->kind == TypeKind::Meta) {
    auto* meta = static_cast<const MetaType*>(type);
    if (meta->link == nullptr) break;
    // Path compression.
    if (meta->link->kind == TypeKind::Meta) {
      auto* next = static_cast<const MetaType*>(meta->link);
      if (next->link != nullptr) meta->link = next->link;
    }
    type = meta->link;
  }
  return type;
}

const MetaType* TypeVariables::fresh(Loc loc) {
  const MetaType* meta = types_.meta(loc, state_.level);
  state_.metas.push_back(meta);
  return meta;
}

const Type* TypeVariables::constrained(Loc loc, PrimSet prims) {
  const MetaType* meta = fresh(loc);
  meta->prims = prims;
  return meta;
}

const Type* TypeVariables::not_too_large(const Type* type, Loc loc) {
  if (type->weight <= kLargestType) return type;
  state_.failed = true;
  cx_.diags.report(Diag::type_too_large, loc,
                   "this type has more than {} parts when it is written out", kLargestType);
  return types_.error();
}

void TypeVariables::no_function(const Type* type) {
  if (auto* meta = as<MetaType>(resolve_meta(type))) meta->unlifted = true;
}

}  // namespace planish
