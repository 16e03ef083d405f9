// The text of a function that is written in the language.
#pragma once

#include "lower/closure.h"
#include "sema/types/context.h"
#include "values/parallel_operators.h"

namespace planish::lower {

// Parameters, body and result type of a definition, lambda or local function.
struct Code {
  std::span<ast::Pattern* const> params;
  const ast::Expr* body = nullptr;
  const ast::TypeExpr* result = nullptr;
  std::span<const ast::Attr> attrs;
  std::string_view name;
  const Type* result_type() const { return result != nullptr ? result->type : body->type; }
};

// The closure must be one of these three.
Code code_of(const SemaContext& cx, const Closure& closure);

// The type of the code, as the checker knows it. Null for what is not written in the language.
const Type* type_of(const Closure& closure);
// Does a function consume an argument of those that it is still to be given, counted from 0?
Consumed consumes_argument(const AtomTree* fn, size_t number);

}  // namespace planish::lower
