#include "ir/entry_type.h"

#include <optional>

#include "ir/program.h"

namespace planish::ir {
namespace {

// "[][?]f32"
std::optional<EntryLeaf> plain_leaf(std::string_view name) {
  EntryLeaf leaf;
  while (name.starts_with("[]") || name.starts_with("[?]")) {
    name.remove_prefix(name.find(']') + 1);
    leaf.rank++;
  }
  for (int prim = 0; prim < kPrimCount; prim++) {
    if (name != kPrimNames[prim]) continue;
    leaf.prim = static_cast<Prim>(prim);
    return leaf;
  }
  return std::nullopt;
}

// Of a sum: the tag, and what the constructors say of the other slots.
std::vector<EntryLeaf> sum_leaves(const Storage& storage, const EntryType& type) {
  std::vector<EntryLeaf> leaves{{type.tag, 0}};
  for (const EntryTypePart& part : type.parts) {
    std::vector<EntryLeaf> held;
    for (std::string_view arg : part.types) {
      std::vector<EntryLeaf> more = entry_leaves(storage, arg);
      if (more.empty()) return {};
      held.insert(held.end(), more.begin(), more.end());
    }
    if (held.size() != part.slots.size()) return {};
    for (size_t i = 0; i < held.size(); i++) {
      if (part.slots[i] >= leaves.size()) leaves.resize(part.slots[i] + size_t{1});
      leaves[part.slots[i]] = held[i];
    }
  }
  return leaves;
}

}  // namespace

const EntryType* find_entry_type(const Storage& storage, std::string_view name) {
  for (const EntryType* type : storage.entry_types) {
    if (type->name == name) return type;
  }
  return nullptr;
}

std::vector<EntryLeaf> entry_leaves(const Storage& storage, std::string_view name) {
  if (std::optional<EntryLeaf> leaf = plain_leaf(name)) return {*leaf};
  const EntryType* type = find_entry_type(storage, name);
  if (type == nullptr) return {};
  std::vector<EntryLeaf> leaves;
  switch (type->kind) {
    case EntryTypeKind::Array:
      leaves = entry_leaves(storage, type->elem);
      for (EntryLeaf& leaf : leaves) leaf.rank += type->rank;
      return leaves;
    case EntryTypeKind::Record:
      if (type->parts.empty()) return {{Prim::Unit, 0}};
      for (const EntryTypePart& field : type->parts) {
        std::vector<EntryLeaf> more = entry_leaves(storage, field.types[0]);
        if (more.empty()) return {};
        leaves.insert(leaves.end(), more.begin(), more.end());
      }
      return leaves;
    case EntryTypeKind::Sum: return sum_leaves(storage, *type);
  }
  return {};
}

}  // namespace planish::ir
