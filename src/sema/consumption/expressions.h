// Consumption in expressions other than calls, functions and loops.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

class Expressions : public Ledger {
 public:
  using Ledger::Ledger;

  // Checks the expression and gives the aliases of its value.
  const Aliases* check(ast::Expr* expr);

 private:
  const Aliases* check(ast::Var& e);
  const Aliases* check(ast::Tuple& e);
  const Aliases* check(ast::Record& e);
  const Aliases* check(ast::ArrayLit& e);
  const Aliases* check(ast::Constr& e);
  const Aliases* check(ast::Project& e);
  const Aliases* check(ast::Index& e);
  const Aliases* check(ast::Range& e);
  const Aliases* check(ast::Let& e);
  const Aliases* check(ast::LetWith& e);
  const Aliases* check(ast::Update& e);
  const Aliases* check(ast::If& e);
  const Aliases* check(ast::Match& e);
  const Aliases* check(ast::ProjectSection& e);

  void check_indices(std::span<const ast::DimIndex> indices);
  void check_steps(std::span<const ast::PathStep> steps);
  const Aliases* update_fields(const Type* type, const Aliases* source,
                               std::span<const ast::PathStep> steps, const Aliases* value);
};

}  // namespace planish::consumption
