// The operations on primitive values as templates over the operation and the type: what
// scalar_eval.h offers for values whose type is known only at run time, and what the interpreter
// makes its instructions of.
//
// See Note [Scalar arithmetic] in scalar_eval.h for what they compute.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ir/scalar_eval.h"
#include "ir/scalar_ops.h"

namespace planish::ir::kernels {

// The C++ type in which values of a primitive type are computed.
template <Prim P>
struct Compute;
// clang-format off
template <> struct Compute<Prim::I8> { using T = int8_t; };
template <> struct Compute<Prim::I16> { using T = int16_t; };
template <> struct Compute<Prim::I32> { using T = int32_t; };
template <> struct Compute<Prim::I64> { using T = int64_t; };
template <> struct Compute<Prim::U8> { using T = uint8_t; };
template <> struct Compute<Prim::U16> { using T = uint16_t; };
template <> struct Compute<Prim::U32> { using T = uint32_t; };
template <> struct Compute<Prim::U64> { using T = uint64_t; };
template <> struct Compute<Prim::F16> { using T = float; };
template <> struct Compute<Prim::F32> { using T = float; };
template <> struct Compute<Prim::F64> { using T = double; };
template <> struct Compute<Prim::Bool> { using T = bool; };
template <> struct Compute<Prim::Unit> { using T = bool; };
// clang-format on
template <Prim P>
using Scalar = typename Compute<P>::T;

// From the bits of a Const, and back.
template <Prim P>
Scalar<P> load(uint64_t bits) {
  if constexpr (P == Prim::F16) return half_to_float(static_cast<uint16_t>(bits));
  if constexpr (P == Prim::F32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if constexpr (P == Prim::F64) return std::bit_cast<double>(bits);
  if constexpr (P == Prim::Bool || P == Prim::Unit) return bits != 0;
  if constexpr (is_integer(P)) return static_cast<Scalar<P>>(bits);
}
template <Prim P>
uint64_t store(Scalar<P> value) {
  if constexpr (P == Prim::F16) return float_to_half(value);
  if constexpr (P == Prim::F32) return std::bit_cast<uint32_t>(value);
  if constexpr (P == Prim::F64) return std::bit_cast<uint64_t>(value);
  if constexpr (!is_float(P)) return static_cast<uint64_t>(value);
}

// ---- Which types an operation takes and gives

enum class Operands : uint8_t { Int, Float, Num, Logic, Prim };
enum class Result : uint8_t { Same, Bool, I32, U64 };

constexpr bool operands_include(Operands operands, Prim prim) {
  switch (operands) {
    case Operands::Int: return is_integer(prim);
    case Operands::Float: return is_float(prim);
    case Operands::Num: return is_integer(prim) || is_float(prim);
    case Operands::Logic: return is_integer(prim) || prim == Prim::Bool;
    case Operands::Prim: return true;
  }
  return false;
}
constexpr Prim result_prim(Result result, Prim operand) {
  switch (result) {
    case Result::Same: return operand;
    case Result::Bool: return Prim::Bool;
    case Result::I32: return Prim::I32;
    case Result::U64: return Prim::U64;
  }
  return operand;
}

template <UnaryOp O>
struct UnarySignature;
template <BinaryOp O>
struct BinarySignature;
#define UNARY(K, text, operands, result)                  \
  template <>                                             \
  struct UnarySignature<UnaryOp::K> {                     \
    static constexpr Operands takes = Operands::operands; \
    static constexpr Result gives = Result::result;       \
  };
#define BINARY(K, text, operands, result)                 \
  template <>                                             \
  struct BinarySignature<BinaryOp::K> {                   \
    static constexpr Operands takes = Operands::operands; \
    static constexpr Result gives = Result::result;       \
  };
#include "ir/scalar_ops.def"

template <UnaryOp O, Prim P>
inline constexpr bool kUnaryTakes = operands_include(UnarySignature<O>::takes, P);
template <BinaryOp O, Prim P>
inline constexpr bool kBinaryTakes = operands_include(BinarySignature<O>::takes, P);
template <UnaryOp O, Prim P>
inline constexpr Prim kUnaryResult = result_prim(UnarySignature<O>::gives, P);
template <BinaryOp O, Prim P>
inline constexpr Prim kBinaryResult = result_prim(BinarySignature<O>::gives, P);

// ---- Parts

// sin(pi x) and cos(pi x), exact where they are multiples of 1/2.
double sin_pi(double x);
double cos_pi(double x);
uint64_t multiply_high_u64(uint64_t x, uint64_t y);
int64_t multiply_high_i64(int64_t x, int64_t y);
uint16_t next_half_after(uint16_t from, uint16_t to);

template <class T>
T wrapping_power(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) return 0;
  }
  uint64_t result = 1;
  auto factor = static_cast<uint64_t>(base);
  for (auto left = static_cast<uint64_t>(exponent); left != 0; left >>= 1) {
    if (left & 1) result *= factor;
    factor *= factor;
  }
  return static_cast<T>(result);
}

template <class T>
T quotient(T x, T y) {
  if (y == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return static_cast<T>(-static_cast<uint64_t>(x));
  }
  return static_cast<T>(x / y);
}
template <class T>
T remainder(T x, T y) {
  if (y == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return static_cast<T>(x % y);
}
template <class T>
T floored_quotient(T x, T y) {
  T q = quotient(x, y);
  if constexpr (std::is_signed_v<T>) {
    T r = remainder(x, y);
    if (r != 0 && (r < 0) != (y < 0)) q--;
  }
  return q;
}
template <class T>
T floored_remainder(T x, T y) {
  T r = remainder(x, y);
  if constexpr (std::is_signed_v<T>) {
    if (r != 0 && (r < 0) != (y < 0)) r = static_cast<T>(r + y);
  }
  return r;
}

// ---- The operations

template <UnaryOp O, Prim P>
Scalar<kUnaryResult<O, P>> apply(Scalar<P> x) {
  using T = Scalar<P>;
  using enum UnaryOp;
  if constexpr (is_integer(P)) {
    using U = std::make_unsigned_t<T>;
    constexpr int kBits = bit_size(P);
    if constexpr (O == Neg) return static_cast<T>(-static_cast<uint64_t>(x));
    if constexpr (O == Not) return static_cast<T>(~x);
    if constexpr (O == Abs) return x < T{0} ? static_cast<T>(-static_cast<uint64_t>(x)) : x;
    if constexpr (O == Sgn) return static_cast<T>((x > T{0}) - (x < T{0}));
    if constexpr (O == Popc) return std::popcount(static_cast<U>(x));
    if constexpr (O == Clz) return std::countl_zero(static_cast<U>(x));
    if constexpr (O == Ctz) return x == 0 ? kBits : std::countr_zero(static_cast<U>(x));
  } else if constexpr (is_float(P)) {
    if constexpr (O == Neg) return -x;
    if constexpr (O == Abs) return std::fabs(x);
    if constexpr (O == Sgn) return std::isnan(x) ? x : static_cast<T>((x > 0) - (x < 0));
    if constexpr (O == Sqrt) return std::sqrt(x);
    if constexpr (O == Cbrt) return std::cbrt(x);
    if constexpr (O == Rsqrt) return 1 / std::sqrt(x);
    if constexpr (O == Exp) return std::exp(x);
    if constexpr (O == Log) return std::log(x);
    if constexpr (O == Log2) return std::log2(x);
    if constexpr (O == Log10) return std::log10(x);
    if constexpr (O == Log1p) return std::log1p(x);
    if constexpr (O == Sin) return std::sin(x);
    if constexpr (O == Cos) return std::cos(x);
    if constexpr (O == Tan) return std::tan(x);
    if constexpr (O == Asin) return std::asin(x);
    if constexpr (O == Acos) return std::acos(x);
    if constexpr (O == Atan) return std::atan(x);
    if constexpr (O == Sinh) return std::sinh(x);
    if constexpr (O == Cosh) return std::cosh(x);
    if constexpr (O == Tanh) return std::tanh(x);
    if constexpr (O == Asinh) return std::asinh(x);
    if constexpr (O == Acosh) return std::acosh(x);
    if constexpr (O == Atanh) return std::atanh(x);
    if constexpr (O == Sinpi) return static_cast<T>(sin_pi(x));
    if constexpr (O == Cospi) return static_cast<T>(cos_pi(x));
    if constexpr (O == Erf) return std::erf(x);
    if constexpr (O == Erfc) return std::erfc(x);
    if constexpr (O == Lgamma) return std::lgamma(x);
    if constexpr (O == Gamma) return std::tgamma(x);
    if constexpr (O == Ceil) return std::ceil(x);
    if constexpr (O == Floor) return std::floor(x);
    if constexpr (O == Trunc) return std::trunc(x);
    if constexpr (O == Round) return std::nearbyint(x);  // nobody changes the rounding mode
    if constexpr (O == IsInf) return std::isinf(x);
    if constexpr (O == IsNan) return std::isnan(x);
    if constexpr (O == ToBits) return store<P>(x);
  } else {
    static_assert(O == Not);
    return !x;
  }
}

template <BinaryOp O, Prim P>
Scalar<kBinaryResult<O, P>> apply_comparison(Scalar<P> x, Scalar<P> y) {
  using enum BinaryOp;
  if constexpr (O == Eq) return x == y;
  if constexpr (O == Ne) return x != y;
  if constexpr (O == Lt) return x < y;
  if constexpr (O == Le) return x <= y;
  if constexpr (O == Gt) return x > y;
  if constexpr (O == Ge) return x >= y;
}

template <BinaryOp O, Prim P>
Scalar<P> apply_integer(Scalar<P> x, Scalar<P> y) {
  using T = Scalar<P>;
  using enum BinaryOp;
  using U = std::make_unsigned_t<T>;
  constexpr int kBits = bit_size(P);
  const auto wide_x = static_cast<uint64_t>(x);
  const auto wide_y = static_cast<uint64_t>(y);
  if constexpr (O == Add) return static_cast<T>(wide_x + wide_y);
  if constexpr (O == Sub) return static_cast<T>(wide_x - wide_y);
  if constexpr (O == Mul) return static_cast<T>(wide_x * wide_y);
  if constexpr (O == Div) return floored_quotient(x, y);
  if constexpr (O == Mod) return floored_remainder(x, y);
  if constexpr (O == Quot) return quotient(x, y);
  if constexpr (O == Rem) return remainder(x, y);
  if constexpr (O == Pow) return wrapping_power(x, y);
  if constexpr (O == Min) return std::min(x, y);
  if constexpr (O == Max) return std::max(x, y);
  if constexpr (O == And) return static_cast<T>(x & y);
  if constexpr (O == Or) return static_cast<T>(x | y);
  if constexpr (O == Xor) return static_cast<T>(x ^ y);
  // A negative count is a large one.
  if constexpr (O == Shl) return wide_y < kBits ? static_cast<T>(wide_x << wide_y) : T{0};
  if constexpr (O == Lshr)
    return wide_y < kBits ? static_cast<T>(static_cast<U>(x) >> wide_y) : T{0};
  if constexpr (O == Ashr) {
    using S = std::make_signed_t<T>;
    const auto count = static_cast<int>(std::min<uint64_t>(wide_y, kBits - 1));
    return static_cast<T>(static_cast<S>(x) >> count);
  }
  if constexpr (O == MulHi) {
    if constexpr (P == Prim::I64) return multiply_high_i64(x, y);
    if constexpr (P == Prim::U64) return multiply_high_u64(x, y);
    if constexpr (kBits < 64 && std::is_signed_v<T>)
      return static_cast<T>((int64_t{x} * int64_t{y}) >> kBits);
    if constexpr (kBits < 64 && !std::is_signed_v<T>)
      return static_cast<T>((uint64_t{x} * uint64_t{y}) >> kBits);
  }
}

template <BinaryOp O, Prim P>
Scalar<P> apply_float(Scalar<P> x, Scalar<P> y) {
  using enum BinaryOp;
  if constexpr (O == Add) return x + y;
  if constexpr (O == Sub) return x - y;
  if constexpr (O == Mul) return x * y;
  if constexpr (O == Div) return x / y;
  if constexpr (O == Mod) return std::fmod(x, y);
  if constexpr (O == Pow) return std::pow(x, y);
  if constexpr (O == Min) return std::isnan(x) || y < x ? y : x;
  if constexpr (O == Max) return std::isnan(x) || y > x ? y : x;
  if constexpr (O == Atan2) return std::atan2(x, y);
  if constexpr (O == Hypot) return std::hypot(x, y);
  if constexpr (O == Copysign) return std::copysign(x, y);
  if constexpr (O == Nextafter) {
    if constexpr (P == Prim::F16)
      return half_to_float(next_half_after(float_to_half(x), float_to_half(y)));
    return std::nextafter(x, y);
  }
}

template <BinaryOp O, Prim P>
Scalar<kBinaryResult<O, P>> apply(Scalar<P> x, Scalar<P> y) {
  static_assert(O != BinaryOp::Ldexp, "its operands are of different types: load_exponent");
  if constexpr (is_comparison(O)) {
    return apply_comparison<O, P>(x, y);
  } else if constexpr (is_integer(P)) {
    return apply_integer<O, P>(x, y);
  } else if constexpr (is_float(P)) {
    return apply_float<O, P>(x, y);
  } else {
    if constexpr (O == BinaryOp::And) return x && y;
    if constexpr (O == BinaryOp::Or) return x || y;
    if constexpr (O == BinaryOp::Xor) return x != y;
  }
}

// x * 2^exponent. A half is rounded once: what is not exact in a float is nothing but 0 or an
// infinity as a half.
template <Prim P>
Scalar<P> load_exponent(Scalar<P> x, int32_t exponent) {
  return std::ldexp(x, exponent);
}

template <Prim P>
Scalar<P> fused_multiply_add(Scalar<P> x, Scalar<P> y, Scalar<P> z) {
  return std::fma(x, y, z);
}

template <Prim To, class From>
Scalar<To> float_to_integer(From x) {
  using T = Scalar<To>;
  if (!std::isfinite(x)) return 0;
  constexpr From kTwo63 = 0x1p63F;
  constexpr From kTwo64 = 0x1p64F;
  if (std::is_unsigned_v<T> && x >= kTwo63)
    return static_cast<T>(x >= kTwo64 ? std::numeric_limits<uint64_t>::max()
                                      : static_cast<uint64_t>(x));
  if (x >= kTwo63) return static_cast<T>(std::numeric_limits<int64_t>::max());
  if (x < -kTwo63) return static_cast<T>(std::numeric_limits<int64_t>::min());
  return static_cast<T>(static_cast<int64_t>(x));
}

// The bits of the value as one of another type.
template <Prim From, Prim To>
uint64_t convert_bits(uint64_t bits) {
  if constexpr (From == To) return bits;
  const Scalar<From> x = load<From>(bits);
  if constexpr (To == Prim::Unit) return 0;
  if constexpr (To == Prim::Bool) return x != 0;
  // A double holds each integer that a half can come near to.
  if constexpr (To == Prim::F16) return double_to_half(static_cast<double>(x));
  if constexpr (is_float(From) && is_integer(To)) return store<To>(float_to_integer<To>(x));
  return store<To>(static_cast<Scalar<To>>(x));
}

}  // namespace planish::ir::kernels
