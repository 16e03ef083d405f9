// Consumption in functions: captured variables, and what may be returned.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

struct FunctionParts {
  std::span<ast::Pattern* const> params;
  const ast::TypeExpr* declared_result;
  const Type* result;  // may carry `*` where it is declared
  ast::Expr* body;
  Loc loc;
};

class Functions : public Ledger {
 public:
  using Ledger::Ledger;

  void check_definition(ast::ValDecl& decl);
  const Aliases* check(ast::Lambda& e);
  const Aliases* check(ast::LetFun& e);

 private:
  // Checks parameters, body and result in the current frame; gives the result type with `*` where
  // it is declared or inferred.
  const Type* check_function(const FunctionParts& fn);
  void check_result(const FunctionParts& fn, const Aliases* value);
};

}  // namespace planish::consumption
