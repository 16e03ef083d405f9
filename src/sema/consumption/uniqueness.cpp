#include "sema/consumption/uniqueness.h"

#include <algorithm>

namespace planish::consumption {

// A function that consumes may not stand where the caller thinks that it observes, nor one whose
// result has aliases where the caller thinks that it is unique.
Misfit Uniqueness::misfit(const Type* expected, const Type* actual) {
  if (expected == nullptr || actual == nullptr || expected == actual ||
      expected->kind != actual->kind)
    return Misfit::None;
  switch (expected->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Array:
    case TypeKind::Named: return Misfit::None;
    case TypeKind::Record: {
      auto& e = static_cast<const RecordType*>(expected)->fields;
      auto& a = static_cast<const RecordType*>(actual)->fields;
      for (size_t i = 0; i < e.size() && i < a.size(); i++) {
        if (Misfit m = misfit(e[i].type, a[i].type); m != Misfit::None) return m;
      }
      return Misfit::None;
    }
    case TypeKind::Sum: {
      auto& e = static_cast<const SumType*>(expected)->constructors;
      auto& a = static_cast<const SumType*>(actual)->constructors;
      for (size_t i = 0; i < e.size() && i < a.size(); i++) {
        for (size_t j = 0; j < e[i].args.size() && j < a[i].args.size(); j++) {
          if (Misfit m = misfit(e[i].args[j], a[i].args[j]); m != Misfit::None) return m;
        }
      }
      return Misfit::None;
    }
    case TypeKind::Arrow: {
      auto& e = *static_cast<const ArrowType*>(expected);
      auto& a = *static_cast<const ArrowType*>(actual);
      if (consumes(&a) && !consumes(&e)) return Misfit::Consumes;
      if (!unique_where(e.result, a.result)) return Misfit::NotUnique;
      if (Misfit m = misfit(a.param, e.param); m != Misfit::None) return m;
      return misfit(e.result, a.result);
    }
  }
  return Misfit::None;
}

// Whether every part that has a `*` in `expected` has one in `actual`.
bool Uniqueness::unique_where(const Type* expected, const Type* actual) {
  if (!any_unique(expected)) return true;
  if (expected->kind == TypeKind::Record && actual->kind == TypeKind::Record) {
    auto& e = static_cast<const RecordType*>(expected)->fields;
    auto& a = static_cast<const RecordType*>(actual)->fields;
    for (size_t i = 0; i < e.size() && i < a.size(); i++) {
      if (!unique_where(e[i].type, a[i].type)) return false;
    }
    return true;
  }
  return all_unique(actual);
}

const Type* Uniqueness::result_after(const Type* fn, size_t params) {
  for (; params > 0 && fn != nullptr; params--) {
    auto* arrow = as<ArrowType>(fn);
    fn = arrow != nullptr ? arrow->result : nullptr;
  }
  return fn;
}

const Type* Uniqueness::with_result(const Type* fn, size_t params, const Type* result) {
  if (params == 0) return result;
  auto* arrow = as<ArrowType>(fn);
  if (arrow == nullptr) return fn;
  return cx_.types.arrow(arrow->binder, arrow->consumes, arrow->param, arrow->exists,
                         with_result(arrow->result, params - 1, result));
}

// Puts a `*` on every part of a result that is memory of nobody but the callee.
const Type* Uniqueness::infer_unique(const Type* type, const Aliases* value) {
  if (!can_alias(type)) return type;
  // Owners of several parts. What an abstract value is made of is not known, so it counts as
  // several.
  std::vector<OwnerId> owners;
  for_each_component(store_, type, value, [&](const Type* part_type, AliasSet set) {
    size_t first = owners.size();
    for (AtomId atom : set) owners.push_back(store_.owner(atom));
    std::sort(owners.begin() + static_cast<ptrdiff_t>(first), owners.end());
    owners.erase(std::unique(owners.begin() + static_cast<ptrdiff_t>(first), owners.end()),
                 owners.end());
    if (part_type->kind == TypeKind::Named) {
      size_t count = owners.size() - first;
      for (size_t i = 0; i < count; i++) owners.push_back(owners[first + i]);
    }
  });
  std::ranges::sort(owners);
  std::vector<OwnerId> shared;
  for (size_t i = 0; i + 1 < owners.size(); i++) {
    if (owners[i] == owners[i + 1]) shared.push_back(owners[i]);
  }
  return infer_unique(type, value, shared);
}

const Type* Uniqueness::infer_unique(const Type* type, const Aliases* value,
                                     std::span<const OwnerId> shared) {
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Arrow: return type;
    case TypeKind::Record:
    case TypeKind::Sum: {
      size_t i = 0;
      return cx_.types.map_children(
          type, [&](const Type* t) { return infer_unique(t, part(value, i++), shared); },
          [](const Size* s) { return s; });
    }
    case TypeKind::Array:
    case TypeKind::Named: {
      bool unique = std::ranges::all_of(store_.all(value), [&](AtomId atom) {
        const Owner& o = owner_of(atom);
        if (bound(o) && !(o.consumable && o.depth == depth())) return false;
        return !std::ranges::binary_search(shared, store_.owner(atom));
      });
      return type->unique == unique ? type : cx_.types.with_unique(type, unique);
    }
  }
  return type;
}

// The type `to`, an instance of a polymorphic function's type, with the `*` of the results of
// `from`.
const Type* Uniqueness::copy_uniqueness(const Type* to, const Type* from) {
  if (to == nullptr || from == nullptr || (from->flags & (kHasUnique | kHasArrow)) == 0) return to;
  if (to->kind == TypeKind::Arrow && from->kind == TypeKind::Arrow) {
    auto& t = *static_cast<const ArrowType*>(to);
    const Type* result = copy_uniqueness(t.result, static_cast<const ArrowType*>(from)->result);
    return cx_.types.arrow(t.binder, t.consumes, t.param, t.exists, result);
  }
  if (to->kind == TypeKind::Record && from->kind == TypeKind::Record) {
    auto& fields = static_cast<const RecordType*>(from)->fields;
    size_t i = 0;
    return cx_.types.map_children(
        to,
        [&](const Type* t) {
          const Type* f = i < fields.size() ? fields[i].type : nullptr;
          i++;
          return copy_uniqueness(t, f);
        },
        [](const Size* s) { return s; });
  }
  return all_unique(from) ? cx_.types.with_unique(to, true) : to;
}

}  // namespace planish::consumption
