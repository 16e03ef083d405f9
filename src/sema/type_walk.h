// Looking at all sizes of a type, and at all parts of a size.
#pragma once

#include <algorithm>

#include "sema/type.h"

namespace planish {

// Is there a part of the size, or the size itself, for which f holds?
template <class F>
bool any_part(const Size* size, F f) {
  return f(size) ||
         std::ranges::any_of(size->args, [&](const Size* part) { return any_part(part, f); });
}

template <class F>
void for_each_part(const Size* size, F f) {
  any_part(size, [&](const Size* part) {
    f(part);
    return false;
  });
}

enum class InFunctions : bool { Skip, Visit };

// Calls f for every size of the type, in the order in which they are written. Metavariables are not followed.
template <class F>
void for_each_size(const Type* type, InFunctions functions, F f) {
  if ((type->flags & kHasDim) == 0) return;
  auto inside = [&](const Type* part) { for_each_size(part, functions, f); };
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return;
    case TypeKind::Array: {
      auto* t = static_cast<const ArrayType*>(type);
      if (t->dim != nullptr) f(t->dim);
      return inside(t->elem);
    }
    case TypeKind::Record:
      for (const Field& field : static_cast<const RecordType*>(type)->fields) inside(field.type);
      return;
    case TypeKind::Sum:
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors) {
        for (const Type* arg : c.args) inside(arg);
      }
      return;
    case TypeKind::Arrow:
      if (functions == InFunctions::Skip) return;
      inside(static_cast<const ArrowType*>(type)->param);
      return inside(static_cast<const ArrowType*>(type)->result);
    case TypeKind::Named:
      for (const TypeArg& arg : static_cast<const NamedType*>(type)->args) {
        if (arg.type != nullptr)
          inside(arg.type);
        else if (arg.size != nullptr)
          f(arg.size);
      }
      return;
  }
}

}  // namespace planish
