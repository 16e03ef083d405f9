// Do literals fit their types, and when are two literal patterns the same?
#pragma once

#include "sema/types/context.h"

namespace planish {

enum class Sign : uint8_t { Plus, Minus };

// What happens to a number that its type cannot hold.
enum class Overflow : uint8_t {
  Error,
  Wraps,  // it means another number: a warning
};

// Reports a number that its type cannot hold. A literal with a suffix always wraps around, which is
// useful for bit patterns, so nothing is said of 0xFFi8. `whole` includes the sign.
void check_literal(SemaContext& cx, const ast::IntLit& literal, Sign sign, Loc whole,
                   Overflow overflow);
void check_literal(SemaContext& cx, const ast::FloatLit& literal, Sign sign, Loc whole,
                   Overflow overflow);

// Equal for literals that are the same value of the type: an IntLit, FloatLit or BoolLit, or the
// Negate of a number.
uint64_t literal_key(const Type* type, const ast::Expr& literal);

}  // namespace planish
