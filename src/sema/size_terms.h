// Expressions as sizes.
#pragma once

#include "sema/context.h"

namespace planish {

// The size that an expression computes, or null when it holds constructs that bind names (let, lambda, loop, …):
// such an expression cannot stand in a type. Names must be resolved.
const Size* size_of_expr(SemaContext& cx, const ast::Expr* e);

}  // namespace planish
