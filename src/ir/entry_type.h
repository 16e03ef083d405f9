// The types that clients of a program see at its entry points: the names and the structure that
// lowering takes away from values. The C API of a library is made of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/prim.h"

namespace planish::ir {

struct Storage;

enum class EntryTypeKind : uint8_t { Array, Record, Sum };

// A field of a record or a constructor of a sum.
struct EntryTypePart {
  std::string_view name;
  std::span<const std::string_view> types;  // of the field, or of what the constructor holds
  // Sum: for each component of what the constructor holds, which component of the sum keeps it. The
  // first is the tag.
  std::span<const uint32_t> slots;
};

// A type other than a primitive or an array of primitives, by the name that clients know it by:
// "point", "(f32, []i32)", "[]point". Types are referred to by name; those that need no description
// are written as "i32" or "[][]f32". Sizes are no part of names.
struct EntryType {
  std::string_view name;
  EntryTypeKind kind{};
  uint32_t rank = 0;                     // Array: at least 1
  std::string_view elem;                 // Array: what is no array itself
  Prim tag{};                            // Sum
  std::span<const EntryTypePart> parts;  // Record, Sum; a record without any is the unit type
};

// A component of a value: a primitive, or an array of them with so many dimensions.
struct EntryLeaf {
  Prim prim{};
  uint32_t rank = 0;
  friend bool operator==(const EntryLeaf&, const EntryLeaf&) = default;
};

// Null for a name that needs no description.
const EntryType* find_entry_type(const Storage& storage, std::string_view name);

// The components of a value of the type, in their order. Empty: a type of this name is not known.
std::vector<EntryLeaf> entry_leaves(const Storage& storage, std::string_view name);

}  // namespace planish::ir
