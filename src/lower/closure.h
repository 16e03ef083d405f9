// Functions while they are lowered: code, what it refers to, and arguments.
#pragma once

#include "syntax/ast.h"
#include "values/atom_tree.h"
#include "values/shape.h"

namespace planish::lower {

using namespace planish::values;

struct Scope;

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
struct Closure : FunctionValue {
  Closure(CodeKind of, uint32_t takes, const void* its_code, Scope* in,
          std::span<const AtomTree* const> given = {})
      : kind(of), arity(takes), code(its_code), scope(in), args(given) {}

  CodeKind kind;
  uint32_t arity;  // how many arguments the code takes
  // The ValDecl, Lambda, LetFun, ProjectSection or intrinsic ValueSymbol.
  const void* code;
  Scope* scope;  // what its free names stand for, and the instance of its type parameters
  std::span<const AtomTree* const> args;  // given so far
};

// Of a tree that is a function.
inline const Closure& closure_of(const AtomTree* fn) {
  return static_cast<const Closure&>(*fn->function);
}

}  // namespace planish::lower
