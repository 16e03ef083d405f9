// A type without names of types in it; dimensions are atoms. It says which leaves the AtomTree of a
// value has, and of which types.
#pragma once

#include <span>

#include "ir/node.h"

namespace planish::values {

// A size of an element whose value is not known.
inline constexpr int64_t kSizeOfElement = INT64_MIN;

enum class ShapeKind : uint8_t { Prim, Record, Sum, Array, Acc, Function };

struct Shape;
// Where the parts of a constructor's payload are kept.
struct ConstructorLayout {
  Name name;
  std::span<const Shape* const> args;
  std::span<const uint32_t> slots;  // for each leaf of the payload: which slot
};
// See Note [Layout of sums] in shape_maker.cpp.
struct Shape {
  ShapeKind kind{};
  Prim prim{};                          // Prim; Sum: of the tag
  uint32_t weight = 1;                  // of how many shapes it is made when it is written out
  std::span<const Name> names;          // Record
  std::span<const Shape* const> parts;  // Record
  std::span<const ConstructorLayout> constructors;
  std::span<const ir::Type* const> slots;  // Sum: types of the payload slots
  ir::Dim dim;                             // Array
  const Shape* elem = nullptr;             // Array: the element; Acc: the array
};

}  // namespace planish::values
