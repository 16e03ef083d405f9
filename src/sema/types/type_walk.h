// Looking at all sizes of a type, and at all parts of a size; changing parts of a size.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sema/types/type_table.h"

namespace planish {

// Larger sizes may have the same part in many places: it is looked at once.
inline constexpr uint32_t kSmallSize = 64;

template <class F>
bool any_part(const Size* size, F& f, std::unordered_set<const Size*>& seen) {
  if (size->weight > kSmallSize && !seen.insert(size).second) return false;
  if (f(size)) return true;
  for (const Size* part : size->args) {
    if (any_part(part, f, seen)) return true;
  }
  return false;
}

// Is there a part of the size, or the size itself, for which f holds?
template <class F>
bool any_part(const Size* size, F f) {
  std::unordered_set<const Size*> seen;
  return any_part(size, f, seen);
}

template <class F>
void for_each_part(const Size* size, F f) {
  any_part(size, [&](const Size* part) {
    f(part);
    return false;
  });
}

inline bool mentions(const Size* size, const ValueSymbol* symbol) {
  if (!size->has_var && !size->has_meta) return false;
  return any_part(size, [&](const Size* part) {
    if (part->kind == SizeKind::Meta)
      return part->meta->solution != nullptr && mentions(part->meta->solution, symbol);
    return part->kind == SizeKind::Var && part->var == symbol;
  });
}

// The size with other parts in the place of its own: f gives what stands for a part, or null if the
// parts of that part are to be looked at. The same pointer when nothing changed.
template <class F>
class PartMapper {
 public:
  PartMapper(TypeTable& types, F& f) : types_(types), f_(f) {}

  const Size* operator()(const Size* size) {
    if (size->weight <= kSmallSize) return mapped(size);
    if (auto it = made_.find(size); it != made_.end()) return it->second;
    const Size* to = mapped(size);
    made_.emplace(size, to);
    return to;
  }

 private:
  const Size* mapped(const Size* size) {
    if (const Size* to = f_(size)) return to;
    if (size->kind != SizeKind::Term) return size;
    std::vector<const Size*> args;
    for (size_t i = 0; i < size->args.size(); i++) {
      const Size* to = (*this)(size->args[i]);
      if (to != size->args[i] && args.empty()) args.assign(size->args.begin(), size->args.end());
      if (!args.empty()) args[i] = to;
    }
    return args.empty() ? size : types_.term(size->op, size->label, args, size->value);
  }

  TypeTable& types_;
  F& f_;
  std::unordered_map<const Size*, const Size*> made_;
};

template <class F>
const Size* map_parts(TypeTable& types, const Size* size, F f) {
  return PartMapper<F>(types, f)(size);
}

enum class InFunctions : bool { Skip, Visit };

// Calls f for every size of the type, in the order in which they are written. Metavariables are not
// followed.
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

// Calls f for every variable in sizes, those in solutions of metavariables included.
template <class F>
void for_each_size_variable(const Size* size, F f) {
  if (size == nullptr) return;
  for_each_part(size, [&](const Size* part) {
    if (part->kind == SizeKind::Meta && part->meta->solution != nullptr)
      for_each_size_variable(part->meta->solution, f);
    if (part->kind == SizeKind::Var) f(part->var);
  });
}
// The same for all sizes of a type.
template <class F>
void for_each_size_variable(const Type* type, F f) {
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim: return;
    case TypeKind::Meta:
      if (const Type* link = static_cast<const MetaType*>(type)->link; link != nullptr)
        for_each_size_variable(link, f);
      return;
    case TypeKind::Array: {
      auto* t = static_cast<const ArrayType*>(type);
      for_each_size_variable(t->dim, f);
      for_each_size_variable(t->elem, f);
      return;
    }
    case TypeKind::Record:
      for (const Field& field : static_cast<const RecordType*>(type)->fields)
        for_each_size_variable(field.type, f);
      return;
    case TypeKind::Sum:
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors) {
        for (const Type* arg : c.args) for_each_size_variable(arg, f);
      }
      return;
    case TypeKind::Arrow:
      for_each_size_variable(static_cast<const ArrowType*>(type)->param, f);
      for_each_size_variable(static_cast<const ArrowType*>(type)->result, f);
      return;
    case TypeKind::Named:
      for (const TypeArg& a : static_cast<const NamedType*>(type)->args) {
        if (a.type != nullptr)
          for_each_size_variable(a.type, f);
        else
          for_each_size_variable(a.size, f);
      }
      return;
  }
}

// Does a size of the type mention the symbol?
inline bool mentions(const Type* type, const ValueSymbol* symbol) {
  if ((type->flags & (kHasSizeVar | kHasSizeMeta)) == 0) return false;
  bool found = false;
  for_each_size(type, InFunctions::Visit,
                [&](const Size* size) { found = found || mentions(size, symbol); });
  return found;
}

}  // namespace planish
