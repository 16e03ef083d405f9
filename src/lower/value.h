// What expressions are while they are lowered: trees whose leaves are atoms of the IR.
//
// Records are separate values, a sum is its tag and its payload slots, and an array of records is a
// record of arrays: a Value has the structure of its type without the arrays, which are at the
// leaves. Functions are known at compile time: a Closure is code and what it refers to.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

#include "ir/node.h"
#include "lower/frame.h"
#include "sema/types/symbol.h"
#include "syntax/ast.h"

namespace planish::lower {

struct Closure;
struct Scope;

enum class ValueKind : uint8_t {
  Leaf,
  Record,
  Sum,
  Constructed,  // of a sum type with functions in it: the constructor is known
  Function,
};

struct Value {
  ValueKind kind{};
  ir::Atom atom;                // Leaf: of an array type if the value is in an array
  std::span<const Name> names;  // Record: of the fields; Constructed: of the constructor
  // Record: fields; Sum: the tag, then the slots, all leaves; Constructed: the payload.
  std::span<const Value* const> parts;
  const Closure* closure = nullptr;  // Function
};

// A type without names of types in it; dimensions are atoms.
enum class ShapeKind : uint8_t { Prim, Record, Sum, Array, Acc, Function };

struct Shape;
// Where the parts of a constructor's payload are kept.
struct ConstructorLayout {
  Name name;
  std::span<const Shape* const> args;
  std::span<const uint32_t> slots;  // for each leaf of the payload: which slot
};
// See Note [Layout of sums] in shapes.cpp.
struct Shape {
  ShapeKind kind{};
  Prim prim{};                          // Prim
  std::span<const Name> names;          // Record
  std::span<const Shape* const> parts;  // Record
  std::span<const ConstructorLayout> constructors;
  std::span<const ir::Type* const> slots;  // Sum: types of the payload slots
  ir::Dim dim;                             // Array
  const Shape* elem = nullptr;             // Array: the element; Acc: the array
};

enum class CodeKind : uint8_t {
  Definition,  // ValDecl
  Lambda,
  LocalFunction,  // LetFun
  Intrinsic,
  RightSection,    // (+ x): args[0] is the operator, args[1] the operand
  ProjectSection,  // (.x), (.[i])
  Unreachable,     // stands for a hole; the code is its type
};

// A function and the arguments given to it so far.
struct Closure {
  CodeKind kind{};
  uint32_t arity = 0;  // how many arguments the code takes
  const void* code =
      nullptr;             // the ValDecl, Lambda, LetFun, ProjectSection or intrinsic ValueSymbol
  Scope* scope = nullptr;  // what its free names stand for, and the instance of its type parameters
  std::span<const Value* const> args{};  // given so far
};

// A size or type that was chosen for a parameter, evaluated when it is needed: some sizes in it may
// come into existence only after the choice was made.
struct LateSize {
  const Size* size = nullptr;
  Scope* scope = nullptr;
};
struct LateType {
  const Type* type = nullptr;
  Scope* scope = nullptr;
  const Shape* shape = nullptr;  // once it is known
  // Whether sizes that are not known yet are the same wherever the parameter stands. For '~b and
  // '^b they are not: a function `a -> b` may give arrays of another size with each call.
  enum class Sizes : uint8_t { OfAllUses, OfEachUse } sizes = Sizes::OfAllUses;
};

// The names of one activation of a piece of code. Each name is bound once.
struct Scope {
  Scope* parent = nullptr;
  const Frame* frame = nullptr;
  std::unordered_map<const ValueSymbol*, const Value*> values;
  std::unordered_map<const ValueSymbol*, LateSize> late_sizes;
  std::unordered_map<const TypeSymbol*, LateType> types;

  const Value* find(const ValueSymbol* symbol) const {
    for (const Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->values.find(symbol); it != s->values.end()) return it->second;
    }
    return nullptr;
  }
  LateSize* find_late(const ValueSymbol* symbol) {
    for (Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->late_sizes.find(symbol); it != s->late_sizes.end()) return &it->second;
    }
    return nullptr;
  }
  LateType* find(const TypeSymbol* symbol) {
    for (Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->types.find(symbol); it != s->types.end()) return &it->second;
    }
    return nullptr;
  }
};

}  // namespace planish::lower
