// Sizes of functions: of definitions, local functions and lambdas.
#pragma once

#include <span>

#include "sema/sizes/size_variables.h"

namespace planish {

struct FunctionParts {
  std::span<ast::Pattern* const> params;
  ast::TypeExpr* result = nullptr;
  ast::Expr* body = nullptr;
  ValueSymbol* self = nullptr;  // not null: a definition that may call itself
  std::span<const SchemeParam> type_params;
};

class SizeFunctions : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  const Type* function(const FunctionParts& f, std::vector<SchemeParam>& generalised);
  const Type* infer_let_fun(ast::LetFun& e);
  const Type* infer_lambda(ast::Lambda& e, const ArrowType* expected);
  // Of the function that is checked, as a call of itself sees it. See Note [Open sizes in
  // recursion].
  const Type* for_recursive_call(const Type* type, Loc loc);

 private:
  // What recursive calls know of the function.
  void declare_self(const FunctionParts& f, const Type* declared);
  void finish_recursive_calls(std::span<ast::Pattern* const> params);
  void check_hidden_sizes(std::span<ast::Pattern* const> params, int depth);
  void check_result_sizes(const Type* type, Loc loc);
  void check_result_annotation(const ast::TypeExpr& result, std::span<ast::Pattern* const> params,
                               int depth);
  const Type* function_type(std::span<ast::Pattern* const> params, const Type* result, int depth);
  void generalise(const Type* type, int depth, std::vector<SchemeParam>& generalised);

  struct RecursiveSize {
    const Size* open;
    const Size* of_call;
    Loc loc;
  };
  std::vector<RecursiveSize> recursive_sizes_;
};

}  // namespace planish
