// What values may share memory with: the domain of the consumption analysis.
//
// An *owner* is a piece of memory that has a name: a variable, a top-level definition, or the
// result of a call or loop. An *atom* is an owner or, when the owner is a record, one of its
// fields. The aliases of a value have the shape of its type: a set of atoms for every array,
// abstract value and function in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sema/types/symbol.h"
#include "sema/types/type.h"
#include "support/arena.h"

namespace planish::consumption {

using AtomId = uint32_t;
using OwnerId = uint32_t;
// Sorted, without duplicates; lives in the arena of an AliasStore.
using AliasSet = std::span<const AtomId>;

// The aliases of a value. Immutable. A null pointer stands for a value without aliases.
struct Aliases {
  AliasSet set;  // of a leaf: array, abstract value, function
  std::span<const Aliases* const>
      parts;                 // records: the fields; sums: the arguments of all constructors
  const Type* fn = nullptr;  // functions: the type, with the uniqueness that was inferred
};

// ---- Shapes

size_t field_index(const RecordType& type, Name field);
// Where the arguments of the constructor begin among the parts.
size_t constructor_offset(const SumType& type, Name constructor);
size_t part_count(const SumType& type);
// A leaf stands for all of its parts.
inline const Aliases* part(const Aliases* value, size_t index) {
  if (value == nullptr || value->parts.empty()) return value;
  return index < value->parts.size() ? value->parts[index] : nullptr;
}

// Whether a value of the type can share memory with another: it is or holds an array, an abstract
// value or a function.
bool can_alias(const Type* type);
bool holds_function(const Type* type);
// Whether any (or every) part that can be consumed is marked `*`. Function types have no such part.
bool any_unique(const Type* type);
bool all_unique(const Type* type);

template <class F>
void for_each_set(const Aliases* value, F&& f) {
  if (value == nullptr) return;
  if (!value->set.empty()) f(value->set);
  for (const Aliases* p : value->parts) for_each_set(p, f);
}
// Calls f(set) for every part that records are made of; a sum is one part.
template <class Store, class F>
void for_each_component(Store& store, const Type* type, const Aliases* value, F&& f) {
  if (value == nullptr) return;
  if (auto* record = as<RecordType>(type)) {
    for (size_t i = 0; i < record->fields.size(); i++) {
      for_each_component(store, record->fields[i].type, part(value, i), f);
    }
  } else {
    f(type, store.all(value));
  }
}

bool intersects(AliasSet a, AliasSet b);

// Makes sets and values.
class AliasStore {
 public:
  AtomId new_atom(OwnerId owner) {
    owners_.push_back(owner);
    return static_cast<AtomId>(owners_.size() - 1);
  }
  OwnerId owner(AtomId atom) const { return owners_[atom]; }

  AliasSet single(AtomId atom);
  AliasSet unite(AliasSet a, AliasSet b);
  // The atoms for which keep(atom) is true.
  template <class F>
  AliasSet filter(AliasSet set, F&& keep) {
    scratch_.clear();
    for (AtomId atom : set) {
      if (keep(atom)) scratch_.push_back(atom);
    }
    return scratch_.size() == set.size() ? set : take_scratch();
  }

  const Aliases* leaf(AliasSet set, const Type* fn = nullptr);
  // Null when all parts are.
  const Aliases* compound(std::span<const Aliases* const> parts);
  // A value of the type all of whose leaves have this set.
  const Aliases* spread(const Type* type, AliasSet set) { return spread(type, set, Fresh::None); }
  // The same, but parts marked `*` have no aliases.
  const Aliases* result(const Type* type, AliasSet set) { return spread(type, set, Fresh::Unique); }
  const Aliases* join(const Aliases* a, const Aliases* b);
  // The value with part `index` of `count` replaced.
  const Aliases* replace_part(const Aliases* value, size_t count, size_t index, const Aliases* by);
  // The value with f(set) in place of every set.
  template <class F>
  const Aliases* map(const Aliases* value, F&& f);
  // All aliases of all parts.
  AliasSet all(const Aliases* value);

  template <class T>
  std::span<T> array(size_t count) {
    return arena_.make_array<T>(count);
  }

 private:
  enum class Fresh : uint8_t { None, Unique };
  const Aliases* spread(const Type* type, AliasSet set, Fresh fresh);
  AliasSet take_scratch();

  Arena arena_;
  std::vector<OwnerId> owners_;  // by atom
  std::vector<AtomId> scratch_;
};

template <class F>
const Aliases* AliasStore::map(const Aliases* value, F&& f) {
  if (value == nullptr) return nullptr;
  if (value->parts.empty()) {
    AliasSet set = f(value->set);
    bool same = set.data() == value->set.data() && set.size() == value->set.size();
    return same ? value : leaf(set, value->fn);
  }
  std::span<const Aliases*> parts;
  for (size_t i = 0; i < value->parts.size(); i++) {
    const Aliases* changed = map(value->parts[i], f);
    if (changed != value->parts[i] && parts.empty()) parts = arena_.copy(value->parts);
    if (!parts.empty()) parts[i] = changed;
  }
  return parts.empty() ? value : compound(parts);
}

}  // namespace planish::consumption
