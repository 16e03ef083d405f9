// Expressions as sizes.
#pragma once

#include "sema/types/context.h"

namespace planish {

// The size that an expression computes, or null when it holds constructs that bind names (let,
// lambda, loop, …): such an expression cannot stand in a type. Names must be resolved.
const Size* size_of_expr(SemaContext& cx, const ast::Expr* e);

// Is it the size of a row of an irregular array?
bool is_row_length(const Size* size);

// Of the term `length row`, where `row` is a name, or a field, that stands for a row of an
// irregular array: the size of that row. Null for other terms: sizes of other arrays have names,
// and `length xs` is not known to be the `n` of an `xs: [n]t`.
const Size* length_of_row(const Size* term);

}  // namespace planish
