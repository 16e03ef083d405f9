// What the operations on primitive values give: used by the interpreter and for folding constants.
//
// Note [Scalar arithmetic]
// Integers wrap around. `div` and `mod` round down, `quot` and `rem` towards zero; a zero divisor
// gives 0 (programs check for it before), the lowest integer divided by -1 is itself. Shifts by a
// count outside of the type's width give 0, or for `ashr` of a negative number -1. Integer `pow`
// wraps; a negative exponent gives 0 (checked before). f16 operations compute in f32 and round
// once; f32 ones compute in f32. `min` and `max` give the other operand if one is a NaN, and the
// first if both are equal (0 and -0); comparisons with a NaN are false but `ne`. `sgn` of a NaN is
// a NaN, of a zero 0. `round` takes ties to even. `sinpi` and `cospi` are exact where they give -1,
// 0 or 1. Converting an integer sign-extends if the operand is signed, zero-extends if it is
// unsigned, and drops the upper bits that the result has no room for. Converting a float to an
// integer truncates; NaN and infinities give 0, a number that does not fit 64 bits gives the
// nearest that does, and then the upper bits are dropped: a negative number wraps around when it
// becomes unsigned. Anything but zero (also a NaN) is true.
#pragma once

#include "ir/scalar_ops.h"

namespace planish::ir {

Const eval(UnaryOp op, Const x);
Const eval(BinaryOp op, Const x, Const y);
Const eval(TernaryOp op, Const x, Const y, Const z);
Const convert(Const x, Prim to);
// The float whose representation stands in the lowest bits.
Const from_bits(uint64_t bits, Prim to);

// Conversions between C++ values and constants.
Const make_int(Prim prim, int64_t value);   // drops the upper bits
Const make_float(Prim prim, double value);  // rounds once
inline Const make_bool(bool value) { return {Prim::Bool, value ? 1u : 0u}; }
double as_double(Const c);  // of a float
inline int64_t as_int64(Const c) { return static_cast<int64_t>(c.bits); }

// IEEE half precision, as 16 bits.
float half_to_float(uint16_t half);
uint16_t float_to_half(float value);
uint16_t double_to_half(double value);

}  // namespace planish::ir
