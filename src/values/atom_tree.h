// What expressions stand for while they are lowered: trees whose leaves are atoms of the IR.
//
// Records are trees, a sum is its tag and its payload slots, and an array of records is a record of
// arrays: an AtomTree has the structure of its type without the arrays, which are at the leaves.
// Functions are known at compile time, and what they are is the front end's business.
#pragma once

#include <span>
#include <vector>

#include "ir/build/builder.h"
#include "ir/node.h"

namespace planish::values {

using ir::Atom;
using ir::Builder;
using ir::Dim;
using ir::Var;

// Values and shapes share parts, but what is done with them looks at each part wherever it occurs. Those
// of more parts are refused: TooManyParts is thrown where one would be made, for front ends to report.
inline constexpr uint32_t kMostParts = 1u << 18;
struct TooManyParts {};

// How many parts something has when it is written out that is made of these.
template <class Parts>
uint32_t weight_of(const Parts& parts) {
  uint32_t weight = 1;
  for (const auto* part : parts) {
    weight += part->weight;
    if (weight > kMostParts) throw TooManyParts{};
  }
  return weight;
}

// What a front end knows about a function derives from this.
struct FunctionValue {};

enum class TreeKind : uint8_t {
  Leaf,
  Record,
  Sum,
  Constructed,  // of a sum type with functions in it: the constructor is known
  Function,
};

struct AtomTree {
  TreeKind kind{};
  uint32_t weight = 1;          // how many parts it has when it is written out, itself included
  Atom atom;                    // Leaf: of an array type if the value is in an array
  std::span<const Name> names;  // Record: of the fields; Constructed: of the constructor
  // Record: fields; Sum: the tag, then the slots, all leaves; Constructed: the payload.
  std::span<const AtomTree* const> parts;
  const FunctionValue* function = nullptr;  // Function
};
using Trees = std::vector<const AtomTree*>;

// The leaves from left to right.
std::vector<Atom> flatten(const AtomTree* tree);
// Null if there is none.
const AtomTree* first_leaf(const AtomTree* tree);

}  // namespace planish::values
