#include "ir/verify/entries.h"

#include <unordered_set>
#include <utility>

#include "ir/entry_sequence.h"

namespace planish::ir {

void EntryVerifier::values(std::span<const EntryValue> values, std::span<const Param> params,
                           std::string_view what) {
  std::vector<bool> described(params.size());
  for (const EntryValue& value : values) {
    if (value.first > params.size() || value.count > params.size() - value.first) {
      return error(Rule::Entries, "the description of the " + std::string(what) +
                                      " speaks of more than there are");
    }
    for (size_t i = value.first; i < value.first + size_t{value.count}; i++) {
      if (described[i]) {
        error(Rule::Entries, errors_.text(params[i].var) + " is described twice as one of the " +
                                 std::string(what));
      }
      described[i] = true;
    }
    if (!components(value, params)) return;
    client_type(value.client_type, value_types(storage_, value, params));
  }
  for (size_t i = 0; i < params.size(); i++) {
    const Type* type = storage_.type(params[i].var);
    if (!described[i] && !(type->is_scalar() && type->elem == Prim::I64)) {
      error(Rule::Entries, errors_.text(params[i].var) + " is not described as one of the " +
                               std::string(what) + ", and is no size");
    }
  }
}

// An irregular array has points and offsets for each level, and its elements
// (passes/rows/represent_rows.cpp).
bool EntryVerifier::components(const EntryValue& value, std::span<const Param> params) {
  if (value.types.empty() && value.kinds.empty()) return true;
  if (is_sequence(value) && value.kinds.empty()) return true;
  struct Component {
    ComponentKind kind;
    Prim elem;
    size_t rank;
  };
  std::vector<Component> wanted;
  for (const Type* type : value.types) {
    size_t rank = 0;
    for (const Dim& dim : type->dims) {
      if (dim.is_varying()) {
        wanted.push_back({ComponentKind::Points, Prim::Unit, std::exchange(rank, 0)});
        wanted.push_back({ComponentKind::Offsets, Prim::I64, 1});
      }
      rank++;
    }
    wanted.push_back({ComponentKind::Data, type->elem, rank});
  }
  bool same = wanted.size() == value.count && value.kinds.size() == value.count;
  for (size_t i = 0; same && i < wanted.size(); i++) {
    const Type* type = storage_.type(params[value.first + i].var);
    same = wanted[i].kind == value.kinds[i] && wanted[i].elem == type->elem &&
           wanted[i].rank == type->rank();
  }
  if (!same)
    error(Rule::Entries,
          "a value of type " + std::string(value.type) + " has other components than are there");
  return same;
}

// Does the type that clients see have these components?
void EntryVerifier::client_type(std::string_view name, std::span<const Type* const> components) {
  if (name.empty()) return;
  std::vector<EntryLeaf> leaves = entry_leaves(storage_, name);
  if (leaves.empty())
    return error(Rule::Entries, "there is no type " + std::string(name) + " for clients");
  bool same = leaves.size() == components.size();
  for (size_t i = 0; same && i < leaves.size(); i++) {
    const Type* type = components[i];
    same = leaves[i] == EntryLeaf{type->elem, static_cast<uint32_t>(type->rank())};
  }
  if (!same)
    error(Rule::Entries, "the type " + std::string(name) + " has other components than its value");
}

// A type is made of those before it, so that looking into types comes to an end.
bool EntryVerifier::types() {
  std::unordered_set<std::string_view> known;
  for (const EntryType* type : storage_.entry_types) {
    auto refers = [&](std::string_view to) {
      if (find_entry_type(storage_, to) == nullptr || known.contains(to)) return true;
      error(Rule::Entries, "the type " + std::string(type->name) + " stands before " +
                               std::string(to) + ", of which it is made");
      return false;
    };
    bool sound = type->kind != EntryTypeKind::Array || refers(type->elem);
    for (const EntryTypePart& part : type->parts) {
      if (type->kind == EntryTypeKind::Record && part.types.size() != 1) {
        error(Rule::Entries, "a field of " + std::string(type->name) + " has one type");
        sound = false;
      }
      for (std::string_view to : part.types) sound = refers(to) && sound;
    }
    if (!known.insert(type->name).second) {
      error(Rule::Entries, "there are two types " + std::string(type->name));
      sound = false;
    }
    if (!sound) return false;
  }
  return true;
}

void EntryVerifier::entry(const Function& fn, const Entry& entry) {
  if (fn.constant) error(Rule::Entries, "a constant must not be an entry point");
  values(entry.params, fn.params, "parameters");
  values(entry.results, fn.results, "results");
  if (entry.results.empty() || entry.tuple_type.empty()) return;
  std::vector<const Type*> all;
  for (const EntryValue& value : entry.results) {
    bool exists =
        value.first <= fn.results.size() && value.count <= fn.results.size() - value.first;
    if (!exists) return;
    std::vector<const Type*> types = value_types(storage_, value, fn.results);
    all.insert(all.end(), types.begin(), types.end());
  }
  client_type(entry.tuple_type, all);
}

}  // namespace planish::ir
