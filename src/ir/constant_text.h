// Constants as text: `5` (i64), `-5i32`, `255u8`, `1.5f32`, `f32.nan`, `-f64.inf`, `true`, `()`.
//
// Floats are exact: the shortest decimal that reads back as the same value; a NaN that is not the
// usual one is written with its bits, `f32.nan(0x7fc00001)`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/scalar_ops.h"

namespace planish::ir {

std::string constant_text(Const constant);

// The primitive type of this name.
std::optional<Prim> prim_named(std::string_view name);

// The constant of the type whose digits are given ("1.5", "12"), negated or not. None if it is not
// a number of the type or does not fit.
enum class Sign : uint8_t { Plus, Minus };
std::optional<Const> read_number(Prim prim, Sign sign, std::string_view digits);
// The usual NaN (its bits are those that `nan` without bits stands for), and infinity.
Const nan_of(Prim prim);
Const infinity_of(Prim prim, Sign sign);
bool is_nan(Const constant);

}  // namespace planish::ir
