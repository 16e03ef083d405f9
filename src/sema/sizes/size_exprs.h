// Sizes of expressions other than applications, functions, indices and loops.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeExprs : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  const Type* expr(ast::Expr* e);

 private:
  const Type* infer(ast::Expr* e);
  const Type* infer_var(ast::Var& e);
  const Type* infer_array(ast::ArrayLit& e);
  const Type* infer_constr(ast::Constr& e);
  const Type* infer_ascribe(ast::Ascribe& e);
  const Type* infer_coerce(ast::Coerce& e);
  const Type* infer_let(ast::Let& e);
  const Type* infer_let_with(ast::LetWith& e);
  const Type* infer_update(ast::Update& e);
  const Type* infer_if(ast::If& e);
  const Type* infer_match(ast::Match& e);
  const Type* path_type(const Type* type, std::span<const ast::PathStep> steps, Loc loc);
  const Type* updated_type(const Type* source, std::span<const ast::PathStep> steps,
                           ast::Expr* value, Loc loc);
};

}  // namespace planish
