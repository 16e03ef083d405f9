// Why two types must be equal, for messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "sema/types/symbol.h"
#include "syntax/ast.h"

namespace planish {

struct Reason {
  enum Kind : uint8_t {
    Argument,
    Operand,
    Ascription,
    Result,
    Branches,
    Cases,
    Elements,
    Condition,
    Index,
    SliceBound,
    RangePart,
    PatternValue,
    UpdateValue,
    LoopInit,
    LoopBody,
    LoopArray,
    Assertion,
    SizeExpr,
    Negation,
    Section,
  };
  Kind kind{};
  Loc loc;                             // the offending expression
  Loc other;                           // where the expectation comes from; may be invalid
  std::string_view callee;             // Argument, Operand
  size_t index = 0;                    // Argument, Operand: counted from 1
  size_t count = 0;                    // Argument: how many there are
  const ValueSymbol* fn = nullptr;     // Argument: what is applied, if it has a name
  const ast::Expr* partner = nullptr;  // Operand: the other one
};

}  // namespace planish
