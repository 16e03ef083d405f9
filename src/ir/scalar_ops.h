// The operations on primitive values, and what they take and give.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/prim.h"

namespace planish::ir {

enum class UnaryOp : uint8_t {
#define UNARY(K, text, operands, result) K,
#include "ir/scalar_ops.def"
};
enum class BinaryOp : uint8_t {
#define BINARY(K, text, operands, result) K,
#include "ir/scalar_ops.def"
};
enum class TernaryOp : uint8_t {
#define TERNARY(K, text, operands, result) K,
#include "ir/scalar_ops.def"
};

// A constant of a primitive type. The bits of a signed integer are sign-extended, all others
// zero-extended; floats are their IEEE representation; a bool is 0 or 1; a unit is 0.
struct Const {
  Prim prim = Prim::Unit;
  uint64_t bits = 0;

  friend bool operator==(const Const&, const Const&) = default;
};

std::string_view op_text(UnaryOp op);
std::string_view op_text(BinaryOp op);
std::string_view op_text(TernaryOp op);

// Does it work on operands of this type?
bool takes(UnaryOp op, Prim operand);
bool takes(BinaryOp op, Prim operand);
bool takes(TernaryOp op, Prim operand);
// The type of its result for operands of this type.
Prim result_of(UnaryOp op, Prim operand);
Prim result_of(BinaryOp op, Prim operand);
Prim result_of(TernaryOp op, Prim operand);

constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::Eq && op <= BinaryOp::Ge; }

}  // namespace planish::ir
