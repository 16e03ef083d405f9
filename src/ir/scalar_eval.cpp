#include "ir/scalar_eval.h"

#include <cstdio>
#include <cstdlib>

#include "ir/scalar_kernels.h"

namespace planish::ir {

// ---- Half precision: 1 bit of sign, 5 of exponent (biased by 15), 10 of fraction

float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = (half >> 10) & 0x1F;
  const uint32_t fraction = half & 0x3FF;
  if (exponent == 0) {
    float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign);
  }
  const uint32_t wide_exponent = exponent == 0x1F ? 0xFF : exponent + (127 - 15);
  return std::bit_cast<float>(sign | (wide_exponent << 23) | (fraction << 13));
}

uint16_t double_to_half(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 48) & 0x8000);
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return sign | 0x7E00;
  // From half way between the largest number and what would be the next one.
  if (magnitude >= 65520.0) return sign | 0x7C00;
  // Below 2^-14 the numbers are the multiples of 2^-24. The product is exact; what nearbyint makes
  // of it may be 1024, which is the representation of 2^-14.
  if (magnitude < 0x1p-14) return sign | static_cast<uint16_t>(std::nearbyint(magnitude * 0x1p24));
  constexpr int kDropped = 52 - 10;
  constexpr uint64_t kHalfway = uint64_t{1} << (kDropped - 1);
  uint64_t rebiased = (bits & ~(uint64_t{1} << 63)) - (uint64_t{1023 - 15} << 52);
  const uint64_t rest = rebiased & ((uint64_t{1} << kDropped) - 1);
  rebiased >>= kDropped;
  // A carry out of the fraction raises the exponent, as it should.
  if (rest > kHalfway || (rest == kHalfway && (rebiased & 1) != 0)) rebiased++;
  return sign | static_cast<uint16_t>(rebiased);
}

uint16_t float_to_half(float value) { return double_to_half(value); }

namespace kernels {

double sin_pi(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  double r = std::remainder(x, 2.0);  // exact, as are the differences below
  if (r > 0.5) r = 1.0 - r;
  if (r < -0.5) r = -1.0 - r;
  if (std::fabs(r) == 0.5) return r * 2;
  return std::sin(r * 3.14159265358979323846);
}

double cos_pi(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const double r = std::fabs(std::remainder(x, 2.0));
  // Near its zeros the cosine is the sine of the distance from them.
  if (r > 0.25 && r < 0.75) return sin_pi(0.5 - r);
  return r <= 0.25 ? std::cos(r * 3.14159265358979323846)
                   : -std::cos((1.0 - r) * 3.14159265358979323846);
}

uint64_t multiply_high_u64(uint64_t x, uint64_t y) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(x) * y) >> 64);
}

int64_t multiply_high_i64(int64_t x, int64_t y) {
  __extension__ using Wide = __int128;
  return static_cast<int64_t>((static_cast<Wide>(x) * y) >> 64);
}

uint16_t next_half_after(uint16_t from, uint16_t to) {
  const float a = half_to_float(from);
  const float b = half_to_float(to);
  if (std::isnan(a) || std::isnan(b)) return 0x7E00;
  if (a == b) return to;
  if (a == 0) return static_cast<uint16_t>((to & 0x8000) | 1);
  // Away from zero the representation grows.
  const bool grows = (a < b) == (a > 0);
  return static_cast<uint16_t>(grows ? from + 1 : from - 1);
}

namespace {

// An operation on a type that it does not take: the verifier forbids it.
[[noreturn]] void wrong_operand(std::string_view op, Prim prim) {
  std::fprintf(stderr, "compiler bug: %.*s of %.*s\n", static_cast<int>(op.size()), op.data(),
               static_cast<int>(prim_name(prim).size()), prim_name(prim).data());
  std::abort();
}

template <UnaryOp O, Prim P>
Const eval_one(Const x) {
  if constexpr (O == UnaryOp::ToBits && is_float(P)) {
    return {Prim::U64, x.bits};
  } else if constexpr (kUnaryTakes<O, P>) {
    constexpr Prim R = kUnaryResult<O, P>;
    return {R, store<R>(apply<O, P>(load<P>(x.bits)))};
  } else {
    wrong_operand(op_text(O), P);
  }
}

template <BinaryOp O, Prim P>
Const eval_one(Const x, Const y) {
  if constexpr (!kBinaryTakes<O, P>) {
    wrong_operand(op_text(O), P);
  } else if constexpr (O == BinaryOp::Ldexp) {
    return {P, store<P>(load_exponent<P>(load<P>(x.bits), static_cast<int32_t>(y.bits)))};
  } else {
    constexpr Prim R = kBinaryResult<O, P>;
    return {R, store<R>(apply<O, P>(load<P>(x.bits), load<P>(y.bits)))};
  }
}

template <Prim P>
Const eval_as(UnaryOp op, Const x) {
  switch (op) {
#define UNARY(K, text, operands, result) \
  case UnaryOp::K: return eval_one<UnaryOp::K, P>(x);
#include "ir/scalar_ops.def"
  }
  __builtin_unreachable();
}

template <Prim P>
Const eval_as(BinaryOp op, Const x, Const y) {
  switch (op) {
#define BINARY(K, text, operands, result) \
  case BinaryOp::K: return eval_one<BinaryOp::K, P>(x, y);
#include "ir/scalar_ops.def"
  }
  __builtin_unreachable();
}

// Calls f with the primitive type as a constant.
template <class F>
auto with_prim(Prim prim, F f) {
  switch (prim) {
    case Prim::I8: return f(std::integral_constant<Prim, Prim::I8>{});
    case Prim::I16: return f(std::integral_constant<Prim, Prim::I16>{});
    case Prim::I32: return f(std::integral_constant<Prim, Prim::I32>{});
    case Prim::I64: return f(std::integral_constant<Prim, Prim::I64>{});
    case Prim::U8: return f(std::integral_constant<Prim, Prim::U8>{});
    case Prim::U16: return f(std::integral_constant<Prim, Prim::U16>{});
    case Prim::U32: return f(std::integral_constant<Prim, Prim::U32>{});
    case Prim::U64: return f(std::integral_constant<Prim, Prim::U64>{});
    case Prim::F16: return f(std::integral_constant<Prim, Prim::F16>{});
    case Prim::F32: return f(std::integral_constant<Prim, Prim::F32>{});
    case Prim::F64: return f(std::integral_constant<Prim, Prim::F64>{});
    case Prim::Bool: return f(std::integral_constant<Prim, Prim::Bool>{});
    case Prim::Unit: return f(std::integral_constant<Prim, Prim::Unit>{});
  }
  __builtin_unreachable();
}

}  // namespace
}  // namespace kernels

// ---- By types known at run time

Const eval(UnaryOp op, Const x) {
  return kernels::with_prim(x.prim, [&](auto p) { return kernels::eval_as<p.value>(op, x); });
}

Const eval(BinaryOp op, Const x, Const y) {
  return kernels::with_prim(x.prim, [&](auto p) { return kernels::eval_as<p.value>(op, x, y); });
}

Const eval(TernaryOp op, Const x, Const y, Const z) {
  return kernels::with_prim(x.prim, [&](auto p) -> Const {
    constexpr Prim P = p.value;
    if constexpr (is_float(P)) {
      return {P,
              kernels::store<P>(kernels::fused_multiply_add<P>(
                  kernels::load<P>(x.bits), kernels::load<P>(y.bits), kernels::load<P>(z.bits)))};
    } else {
      kernels::wrong_operand(op_text(op), P);
    }
  });
}

Const convert(Const x, Prim to) {
  return kernels::with_prim(x.prim, [&](auto from_prim) {
    constexpr Prim From = from_prim.value;
    return kernels::with_prim(to, [&](auto to_prim) {
      return Const{to_prim.value, kernels::convert_bits<From, to_prim.value>(x.bits)};
    });
  });
}

Const from_bits(uint64_t bits, Prim to) {
  if (bit_size(to) < 64) bits &= (uint64_t{1} << bit_size(to)) - 1;
  return {to, bits};
}

Const make_int(Prim prim, int64_t value) {
  return convert({Prim::I64, static_cast<uint64_t>(value)}, prim);
}

Const make_float(Prim prim, double value) {
  return convert({Prim::F64, std::bit_cast<uint64_t>(value)}, prim);
}

double as_double(Const c) { return std::bit_cast<double>(convert(c, Prim::F64).bits); }

}  // namespace planish::ir
