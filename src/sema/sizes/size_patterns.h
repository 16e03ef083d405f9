// Sizes of patterns and parameters.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizePatterns : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  void bind_pattern(ast::Pattern* pattern, const Type* type, Loc value_loc);
  void bind_symbol(ValueSymbol* symbol, const Type* type);
  void bind_params(std::span<ast::Pattern* const> params, const ArrowType* expected);
  // Does an annotation in the pattern ask for an irregular array?
  static bool asks_for_varying(const ast::Pattern* pattern);
  // The type of a value, irregular where the pattern asks for it.
  const Type* with_declared_rows(const ast::Pattern* pattern, const Type* type);

 private:
  const Type* param_type(ast::Pattern* pattern);
  const Type* with_row_lengths(const Type* declared, const Type* value);
  const Type* with_rows_of(const Type* declared, const Type* type);
};

}  // namespace planish
