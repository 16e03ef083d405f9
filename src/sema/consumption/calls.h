// Consumption by calls, operators and sections.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

struct Argument {
  ast::Expr* expr;
  const Aliases* value;
  const ArrowType* arrow;  // of the function after the arguments before; may be null
};

class Calls : public Ledger {
 public:
  using Ledger::Ledger;

  const Aliases* check(ast::Apply& e);
  const Aliases* check(ast::BinOp& e);
  const Aliases* check(ast::OpSection& e);
  const Aliases* check(ast::OpSectionLeft& e);
  const Aliases* check(ast::OpSectionRight& e);

 private:
  void check_argument(Argument& arg, std::span<const Argument> earlier, Name fn);
  const Aliases* call_result(const Type* fn_type, const Aliases* fn, std::span<const Argument> args,
                             Loc loc, Name name);
  const Aliases* check_section(const ast::Expr* section, const ValueSymbol* op,
                               const ast::QualName& name, const ArrowType* arrow,
                               ast::Expr* operand, const Type* rest);
};

}  // namespace planish::consumption
