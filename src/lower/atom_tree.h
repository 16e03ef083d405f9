// What expressions stand for while they are lowered: trees whose leaves are atoms of the IR.
//
// Records are trees, a sum is its tag and its payload slots, and an array of records is a record of
// arrays: an AtomTree has the structure of its type without the arrays, which are at the leaves.
// Functions are known at compile time: a Closure is code and what it refers to.
#pragma once

#include <span>
#include <vector>

#include "ir/builder.h"
#include "ir/node.h"
#include "syntax/ast.h"

namespace planish::lower {

using ir::Atom;
using ir::Builder;
using ir::Dim;
using ir::Var;

struct Closure;
struct Scope;

enum class TreeKind : uint8_t {
  Leaf,
  Record,
  Sum,
  Constructed,  // of a sum type with functions in it: the constructor is known
  Function,
};

struct AtomTree {
  TreeKind kind{};
  Atom atom;                    // Leaf: of an array type if the value is in an array
  std::span<const Name> names;  // Record: of the fields; Constructed: of the constructor
  // Record: fields; Sum: the tag, then the slots, all leaves; Constructed: the payload.
  std::span<const AtomTree* const> parts;
  const Closure* closure = nullptr;  // Function
};
using Trees = std::vector<const AtomTree*>;

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
  // The ValDecl, Lambda, LetFun, ProjectSection or intrinsic ValueSymbol.
  const void* code = nullptr;
  Scope* scope = nullptr;  // what its free names stand for, and the instance of its type parameters
  std::span<const AtomTree* const> args{};  // given so far
};

// The leaves from left to right.
std::vector<Atom> flatten(const AtomTree* tree);
// Null if there is none.
const AtomTree* first_leaf(const AtomTree* tree);

}  // namespace planish::lower
