// Consuming values, and what must not have been consumed.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

// Values that are computed one after the other and needed together: those computed first must not
// have been consumed when the last is done.
struct Operand {
  const ast::Expr* expr;
  const Aliases* value;
};

class Uses : public Ledger {
 public:
  using Ledger::Ledger;

  void check_not_consumed(const Aliases* value, const ValueSymbol* used, Loc loc);
  void check_operands(std::span<const Operand> operands, size_t since);
  void consume(AliasSet set, const Consumption& how);
  void update_in_place(const Aliases* source, const Aliases* value, const ast::Expr* value_expr,
                       const Consumption& how);
  void check_self_alias(const Type* type, const Aliases* value, const Consumption& how);
  // Whether a function may stand where one of type `expected` is asked for.
  void check_fits(const Type* expected, const Type* type, const Aliases* value, Loc loc);

  static Consumption consumption_of(Cause cause, const ast::Expr* expr, Name name);
  // The variable that the expression is, or is a part of; may be null.
  static const ValueSymbol* variable_of(const ast::Expr* expr);
};

}  // namespace planish::consumption
