// Do literals fit their types, and when are two literal patterns the same?
#pragma once

#include "sema/context.h"

namespace planish {

enum class Sign : uint8_t { Plus, Minus };

// Reports a number that its type cannot hold. Without a suffix this is an error. With one it is a warning: such a
// literal wraps around, which is useful for bit patterns, so nothing is said of 0xFFi8. `whole` includes the sign.
void check_literal(SemaContext& cx, const ast::IntLit& literal, Sign sign, Loc whole);
void check_literal(SemaContext& cx, const ast::FloatLit& literal, Sign sign, Loc whole);

// Equal for literals that are the same value of the type: an IntLit, FloatLit or BoolLit, or the Negate of a number.
uint64_t literal_key(const Type* type, const ast::Expr& literal);

}  // namespace planish
