// Types of expressions other than applications and paths.
#pragma once

#include "sema/infer/type_variables.h"

namespace planish {

class InferExprs : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  const Type* expr(ast::Expr* e);
  // The expression must have this type.
  void expect(ast::Expr* e, const Type* expected, const Reason& reason);

 private:
  const Type* infer(ast::Expr* e);
  const Type* infer_int(ast::IntLit& e);
  const Type* infer_float(ast::FloatLit& e);
  const Type* infer_var(ast::Var& e);
  const Type* infer_record(ast::Record& e);
  const Type* infer_array(ast::ArrayLit& e);
  const Type* infer_constr(ast::Constr& e);
  const Type* infer_local_open(ast::LocalOpen& e);
  const Type* infer_declared(ast::Expr* value, ast::TypeExpr& declared);
  const Type* infer_lambda(ast::Lambda& e);
  const Type* infer_let(ast::Let& e);
  const Type* infer_let_fun(ast::LetFun& e);
  const Type* infer_let_with(ast::LetWith& e);
  const Type* infer_update(ast::Update& e);
  const Type* infer_if(ast::If& e);
  const Type* infer_match(ast::Match& e);
  const Type* infer_loop(ast::Loop& e);
  ast::Expr* implicit_init(ast::Pattern* pattern);
};

}  // namespace planish
