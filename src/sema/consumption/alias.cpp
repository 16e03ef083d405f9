#include "sema/consumption/alias.h"

#include <algorithm>

namespace planish::consumption {

// ---- Shapes

size_t field_index(const RecordType& type, Name field) {
  size_t i = 0;
  while (i < type.fields.size() && type.fields[i].name != field) i++;
  return i;
}

size_t constructor_offset(const SumType& type, Name constructor) {
  size_t offset = 0;
  for (const Constructor& c : type.constructors) {
    if (c.name == constructor) break;
    offset += c.args.size();
  }
  return offset;
}

size_t part_count(const SumType& type) {
  size_t count = 0;
  for (const Constructor& c : type.constructors) count += c.args.size();
  return count;
}

bool can_alias(const Type* type) {
  if (type == nullptr) return false;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return false;
    case TypeKind::Array:
    case TypeKind::Arrow:
    case TypeKind::Named: return true;
    case TypeKind::Record:
      return std::ranges::any_of(static_cast<const RecordType*>(type)->fields,
                                 [](const Field& f) { return can_alias(f.type); });
    case TypeKind::Sum:
      return std::ranges::any_of(
          static_cast<const SumType*>(type)->constructors,
          [](const Constructor& c) { return std::ranges::any_of(c.args, can_alias); });
  }
  return false;
}

bool holds_function(const Type* type) {
  if (type == nullptr || (type->flags & kHasArrow) == 0) return false;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Array:
    case TypeKind::Named: return false;
    case TypeKind::Arrow: return true;
    case TypeKind::Record:
      return std::ranges::any_of(static_cast<const RecordType*>(type)->fields,
                                 [](const Field& f) { return holds_function(f.type); });
    case TypeKind::Sum:
      return std::ranges::any_of(
          static_cast<const SumType*>(type)->constructors,
          [](const Constructor& c) { return std::ranges::any_of(c.args, holds_function); });
  }
  return false;
}

bool any_unique(const Type* type) {
  if (type == nullptr || (type->flags & kHasUnique) == 0) return false;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Arrow: return false;
    case TypeKind::Array:
    case TypeKind::Named: return type->unique;
    case TypeKind::Record:
      return std::ranges::any_of(static_cast<const RecordType*>(type)->fields,
                                 [](const Field& f) { return any_unique(f.type); });
    case TypeKind::Sum:
      return std::ranges::any_of(
          static_cast<const SumType*>(type)->constructors,
          [](const Constructor& c) { return std::ranges::any_of(c.args, any_unique); });
  }
  return false;
}

bool all_unique(const Type* type) {
  if (type == nullptr) return true;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return true;
    case TypeKind::Arrow: return false;
    case TypeKind::Array:
    case TypeKind::Named: return type->unique;
    case TypeKind::Record:
      return std::ranges::all_of(static_cast<const RecordType*>(type)->fields,
                                 [](const Field& f) { return all_unique(f.type); });
    case TypeKind::Sum:
      return std::ranges::all_of(
          static_cast<const SumType*>(type)->constructors,
          [](const Constructor& c) { return std::ranges::all_of(c.args, all_unique); });
  }
  return true;
}

bool intersects(AliasSet a, AliasSet b) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) return true;
    if (a[i] < b[j]) {
      i++;
    } else {
      j++;
    }
  }
  return false;
}

// ---- Sets

AliasSet AliasStore::single(AtomId atom) {
  std::span<AtomId> set = arena_.make_array<AtomId>(1);
  set[0] = atom;
  return set;
}

AliasSet AliasStore::take_scratch() { return arena_.copy(scratch_); }

AliasSet AliasStore::unite(AliasSet a, AliasSet b) {
  if (a.empty() || (a.data() == b.data() && a.size() == b.size())) return b;
  if (b.empty()) return a;
  scratch_.clear();
  std::ranges::set_union(a, b, std::back_inserter(scratch_));
  if (scratch_.size() == a.size()) return a;
  if (scratch_.size() == b.size()) return b;
  return take_scratch();
}

// ---- Values

const Aliases* AliasStore::leaf(AliasSet set, const Type* fn) {
  if (set.empty() && fn == nullptr) return nullptr;
  return arena_.make<Aliases>(Aliases{set, {}, fn});
}

const Aliases* AliasStore::compound(std::span<const Aliases* const> parts) {
  bool empty = std::ranges::all_of(parts, [](const Aliases* p) { return p == nullptr; });
  return empty ? nullptr : arena_.make<Aliases>(Aliases{{}, parts, nullptr});
}

const Aliases* AliasStore::spread(const Type* type, AliasSet set, Fresh fresh) {
  if (type == nullptr || (set.empty() && (type->flags & kHasArrow) == 0)) return nullptr;
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return nullptr;
    case TypeKind::Arrow: return leaf(set, type);
    case TypeKind::Array:
    case TypeKind::Named: return fresh == Fresh::Unique && type->unique ? nullptr : leaf(set);
    case TypeKind::Record: {
      auto& fields = static_cast<const RecordType*>(type)->fields;
      auto parts = arena_.make_array<const Aliases*>(fields.size());
      for (size_t i = 0; i < fields.size(); i++) parts[i] = spread(fields[i].type, set, fresh);
      return compound(parts);
    }
    case TypeKind::Sum: {
      auto& sum = *static_cast<const SumType*>(type);
      auto parts = arena_.make_array<const Aliases*>(part_count(sum));
      size_t i = 0;
      for (const Constructor& c : sum.constructors) {
        for (const Type* arg : c.args) parts[i++] = spread(arg, set, fresh);
      }
      return compound(parts);
    }
  }
  return nullptr;
}

const Aliases* AliasStore::join(const Aliases* a, const Aliases* b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  if (a->parts.size() == b->parts.size() && !a->parts.empty()) {
    auto parts = arena_.make_array<const Aliases*>(a->parts.size());
    for (size_t i = 0; i < parts.size(); i++) parts[i] = join(a->parts[i], b->parts[i]);
    return compound(parts);
  }
  AliasSet set = unite(all(a), all(b));
  if (a->parts.empty() && set.data() == a->set.data() && set.size() == a->set.size()) return a;
  return leaf(set, a->fn != nullptr ? a->fn : b->fn);
}

const Aliases* AliasStore::replace_part(const Aliases* value, size_t count, size_t index,
                                        const Aliases* by) {
  auto parts = arena_.make_array<const Aliases*>(count);
  for (size_t i = 0; i < count; i++) parts[i] = i == index ? by : part(value, i);
  return compound(parts);
}

AliasSet AliasStore::all(const Aliases* value) {
  if (value == nullptr) return {};
  if (value->parts.empty()) return value->set;
  AliasSet set;
  for_each_set(value, [&](AliasSet s) { set = unite(set, s); });
  return set;
}

}  // namespace planish::consumption
