// Types of patterns and parameters.
#pragma once

#include <span>

#include "sema/infer/type_variables.h"

namespace planish {

// The pattern's name when it binds a whole value under one name, else null.
ast::NamePat* whole_name(ast::Pattern* pattern);

class InferPatterns : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  // The type that a pattern's parameter has; binds its names.
  const Type* param(ast::Pattern* pattern);
  void bind_pattern(ast::Pattern* pattern, const Type* expected, ValueKind kind, Loc value_loc);
  // The type of a function with these parameters, which are bound already.
  const Type* function_type(std::span<ast::Pattern* const> params, const Type* result);

 private:
  void bind_tuple(ast::TuplePat& p, const Type* expected, ValueKind kind, Loc value_loc);
  void bind_record(ast::RecordPat& p, const Type* expected, ValueKind kind, Loc value_loc);
  void bind_constructor(ast::ConstrPat& p, const Type* expected, ValueKind kind, Loc value_loc);
  // A constructor of a sum type that is known.
  void bind_known_constructor(ast::ConstrPat& p, const SumType& sum, ValueKind kind, Loc value_loc);
  bool must_be(const Type* shape, const Type* expected, const ast::Pattern& pattern, Loc value_loc);
};

}  // namespace planish
