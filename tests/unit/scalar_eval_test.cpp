#include "ir/scalar_eval.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <ostream>

namespace planish::ir {

void PrintTo(const Const& c, std::ostream* out) {
  *out << (is_float(c.prim) ? as_double(c) : static_cast<double>(as_int64(c))) << " "
       << prim_name(c.prim) << " (bits " << c.bits << ")";
}

namespace {

using enum Prim;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kLowest64 = std::numeric_limits<int64_t>::min();

// ---- Integers

TEST(ScalarEval, ConstantsAreExtended) {
  EXPECT_EQ(make_int(I8, -1).bits, ~uint64_t{0});
  EXPECT_EQ(make_int(U8, -1).bits, 255U);
  EXPECT_EQ(make_int(I8, 128), make_int(I8, -128));
  EXPECT_EQ(make_int(U16, 65537), make_int(U16, 1));
}

struct IntBinary {
  BinaryOp op;
  Prim prim;
  int64_t x;
  int64_t y;
  int64_t expected;
};

TEST(ScalarEval, IntegerBinary) {
  using enum BinaryOp;
  const IntBinary cases[] = {
      {Add, I8, 127, 1, -128},
      {Add, U8, 255, 1, 0},
      {Sub, U32, 0, 1, 4294967295},
      {Mul, I32, 65536, 65536, 0},
      {Mul, I64, kLowest64, -1, kLowest64},
      {Mul, U16, 65535, 65535, 1},
      {Div, I32, 7, 2, 3},
      {Div, I32, -7, 2, -4},
      {Div, I32, 7, -2, -4},
      {Div, I32, -7, -2, 3},
      {Div, I32, -6, 2, -3},
      {Div, I32, 7, 0, 0},
      {Div, I8, -128, -1, -128},
      {Div, I64, kLowest64, -1, kLowest64},
      {Div, U8, 255, 2, 127},
      {Mod, I32, 7, 3, 1},
      {Mod, I32, -7, 3, 2},
      {Mod, I32, 7, -3, -2},
      {Mod, I32, -7, -3, -1},
      {Mod, I32, -6, 3, 0},
      {Mod, I32, 5, 0, 0},
      {Mod, I64, kLowest64, -1, 0},
      {Mod, U8, 250, 100, 50},
      {Quot, I32, -7, 2, -3},
      {Quot, I32, 7, -2, -3},
      {Quot, I32, 1, 0, 0},
      {Quot, I16, -32768, -1, -32768},
      {Rem, I32, -7, 2, -1},
      {Rem, I32, 7, -2, 1},
      {Rem, I64, kLowest64, -1, 0},
      {Rem, I64, 3, 0, 0},
      {Pow, I32, 3, 4, 81},
      {Pow, I32, -2, 3, -8},
      {Pow, I32, 0, 0, 1},
      {Pow, I32, 2, 31, std::numeric_limits<int32_t>::min()},
      {Pow, I32, 2, 32, 0},
      {Pow, I32, 2, -1, 0},
      {Pow, I8, 3, 7, -117},
      {Pow, U8, 2, 200, 0},
      {Pow, U64, 3, 40, static_cast<int64_t>(12157665459056928801U)},
      {Min, I8, -1, 1, -1},
      {Min, U8, -1, 1, 1},
      {Max, I64, kLowest64, 0, 0},
      {Max, U64, -1, 0, -1},
      {And, I32, 12, 10, 8},
      {Or, I32, 12, 10, 14},
      {Xor, I32, 12, 10, 6},
      {Xor, I8, -1, 1, -2},
      {Shl, I32, 1, 31, std::numeric_limits<int32_t>::min()},
      {Shl, I32, 1, 32, 0},
      {Shl, I32, 1, -1, 0},
      {Shl, I8, 1, 8, 0},
      {Shl, U8, 255, 1, 254},
      {Ashr, I8, -128, 7, -1},
      {Ashr, I8, -128, 100, -1},
      {Ashr, I8, 127, 100, 0},
      {Ashr, I64, kLowest64, 63, -1},
      {Ashr, I64, kLowest64, 64, -1},
      {Ashr, I32, -8, -1, -1},
      {Lshr, I8, -1, 1, 127},
      {Lshr, I8, -1, 8, 0},
      {Lshr, I64, -1, 63, 1},
      {Lshr, U32, -1, 31, 1},
      {Lshr, I16, -1, -3, 0},
      {MulHi, I8, -128, -128, 64},
      {MulHi, I8, -1, 1, -1},
      {MulHi, U8, 255, 255, 254},
      {MulHi, I16, 32767, 32767, 16383},
      {MulHi, U16, 65535, 65535, 65534},
      {MulHi, I32, -1, 2, -1},
      {MulHi, U32, -1, 2, 1},
      {MulHi, I64, kLowest64, 2, -1},
      {MulHi, U64, -1, -1, -2},
  };
  for (const IntBinary& c : cases)
    EXPECT_EQ(eval(c.op, make_int(c.prim, c.x), make_int(c.prim, c.y)),
              make_int(c.prim, c.expected))
        << op_text(c.op) << " " << prim_name(c.prim) << " " << c.x << " " << c.y;
}

struct IntUnary {
  UnaryOp op;
  Prim prim;
  int64_t x;
  Prim result;
  int64_t expected;
};

TEST(ScalarEval, IntegerUnary) {
  using enum UnaryOp;
  const IntUnary cases[] = {
      {Neg, I8, -128, I8, -128},
      {Neg, U8, 1, U8, 255},
      {Neg, I64, kLowest64, I64, kLowest64},
      {Not, I8, 0, I8, -1},
      {Not, U16, 0, U16, 65535},
      {Not, Bool, 1, Bool, 0},
      {Abs, I8, -128, I8, -128},
      {Abs, I32, -5, I32, 5},
      {Abs, U8, 200, U8, 200},
      {Sgn, I32, -5, I32, -1},
      {Sgn, I32, 0, I32, 0},
      {Sgn, U8, 200, U8, 1},
      {Sgn, I64, 9, I64, 1},
      {Popc, I8, -1, I32, 8},
      {Popc, I16, -1, I32, 16},
      {Popc, U64, -1, I32, 64},
      {Popc, I32, 5, I32, 2},
      {Clz, I8, 0, I32, 8},
      {Clz, I8, -1, I32, 0},
      {Clz, U16, 255, I32, 8},
      {Clz, I32, 1, I32, 31},
      {Clz, I64, 0, I32, 64},
      {Ctz, I8, 0, I32, 8},
      {Ctz, I8, -128, I32, 7},
      {Ctz, U16, 0, I32, 16},
      {Ctz, I32, 8, I32, 3},
      {Ctz, I64, 0, I32, 64},
      {Ctz, U64, kLowest64, I32, 63},
  };
  for (const IntUnary& c : cases)
    EXPECT_EQ(eval(c.op, make_int(c.prim, c.x)), make_int(c.result, c.expected))
        << op_text(c.op) << " " << prim_name(c.prim) << " " << c.x;
}

TEST(ScalarEval, Comparisons) {
  using enum BinaryOp;
  EXPECT_EQ(eval(Lt, make_int(I8, -1), make_int(I8, 0)), make_bool(true));
  EXPECT_EQ(eval(Lt, make_int(U8, -1), make_int(U8, 0)), make_bool(false));
  EXPECT_EQ(eval(Gt, make_int(U64, -1), make_int(U64, 1)), make_bool(true));
  EXPECT_EQ(eval(Le, make_bool(true), make_bool(false)), make_bool(false));
  EXPECT_EQ(eval(Lt, make_bool(false), make_bool(true)), make_bool(true));
  EXPECT_EQ(eval(Eq, Const{}, Const{}), make_bool(true));
  const Const nan = make_float(F32, kNan);
  const Const one = make_float(F32, 1);
  for (BinaryOp op : {Eq, Lt, Le, Gt, Ge}) {
    EXPECT_EQ(eval(op, nan, one), make_bool(false)) << op_text(op);
    EXPECT_EQ(eval(op, nan, nan), make_bool(false)) << op_text(op);
  }
  EXPECT_EQ(eval(Ne, nan, nan), make_bool(true));
  EXPECT_EQ(eval(Eq, make_float(F64, 0.0), make_float(F64, -0.0)), make_bool(true));
  EXPECT_EQ(eval(Xor, make_bool(true), make_bool(true)), make_bool(false));
  EXPECT_EQ(eval(And, make_bool(true), make_bool(false)), make_bool(false));
  EXPECT_EQ(eval(Or, make_bool(true), make_bool(false)), make_bool(true));
}

// ---- Floats. Equal means equal in every bit, but a NaN equals every NaN.

void expect_same_float(Const actual, Const expected, const std::string& what) {
  ASSERT_EQ(actual.prim, expected.prim) << what;
  if (std::isnan(as_double(expected)))
    EXPECT_TRUE(std::isnan(as_double(actual))) << what;
  else
    EXPECT_EQ(actual, expected) << what;
}

struct FloatUnary {
  UnaryOp op;
  double x;
  double expected;
};

TEST(ScalarEval, FloatUnary) {
  using enum UnaryOp;
  const FloatUnary cases[] = {
      {Neg, 0.0, -0.0},  {Neg, kInf, -kInf},  {Abs, -0.0, 0.0},    {Abs, -2.5, 2.5},
      {Sgn, -2.5, -1},   {Sgn, kInf, 1},      {Sgn, kNan, kNan},   {Sgn, -0.0, 0.0},
      {Round, 0.5, 0},   {Round, 1.5, 2},     {Round, 2.5, 2},     {Round, -0.5, -0.0},
      {Round, -2.5, -2}, {Round, kInf, kInf}, {Round, kNan, kNan}, {Ceil, -0.5, -0.0},
      {Ceil, 1.25, 2},   {Floor, -0.5, -1},   {Floor, 1.75, 1},    {Trunc, -1.75, -1},
      {Trunc, 1.75, 1},  {Sqrt, 4, 2},        {Sqrt, -1, kNan},    {Sqrt, -0.0, -0.0},
      {Rsqrt, 4, 0.5},   {Rsqrt, 0.0, kInf},  {Cbrt, -8, -2},      {Exp, 0, 1},
      {Exp, -kInf, 0},   {Log, 1, 0},         {Log, 0, -kInf},     {Log, -1, kNan},
      {Log2, 8, 3},      {Log10, 1000, 3},    {Log1p, 0, 0},       {Sin, 0, 0},
      {Cos, 0, 1},       {Sinpi, 0.5, 1},     {Sinpi, 1, 0},       {Sinpi, 1.5, -1},
      {Sinpi, 2, 0},     {Sinpi, -0.5, -1},   {Sinpi, 1000, 0},    {Sinpi, kInf, kNan},
      {Cospi, 0, 1},     {Cospi, 0.5, 0},     {Cospi, 1, -1},      {Cospi, 1.5, 0},
      {Cospi, 2, 1},     {Cospi, -1, -1},     {Cospi, kNan, kNan}, {Gamma, 5, 24},
      {Gamma, 1, 1},     {Lgamma, 1, 0},      {Lgamma, 0, kInf},   {Erf, 0, 0},
      {Erfc, 0, 1},      {Tanh, kInf, 1},     {Asinh, 0, 0},       {Acosh, 1, 0},
      {Atanh, 1, kInf},  {Acos, 1, 0},        {Asin, 2, kNan},     {Atan, 0, 0},
      {Sinh, 0, 0},      {Cosh, 0, 1},        {Tan, 0, 0},
  };
  for (Prim prim : {F16, F32, F64}) {
    for (const FloatUnary& c : cases)
      expect_same_float(eval(c.op, make_float(prim, c.x)), make_float(prim, c.expected),
                        std::string(op_text(c.op)) + " " + std::string(prim_name(prim)) + " " +
                            std::to_string(c.x));
  }
}

TEST(ScalarEval, SinpiBetweenTheExactPlaces) {
  for (double x = -4; x <= 4; x += 0.0625) {
    EXPECT_NEAR(as_double(eval(UnaryOp::Sinpi, make_float(F64, x))), std::sin(M_PI * x), 1e-14)
        << x;
    EXPECT_NEAR(as_double(eval(UnaryOp::Cospi, make_float(F64, x))), std::cos(M_PI * x), 1e-14)
        << x;
  }
}

struct FloatBinary {
  BinaryOp op;
  double x;
  double y;
  double expected;
};

TEST(ScalarEval, FloatBinary) {
  using enum BinaryOp;
  const FloatBinary cases[] = {
      {Add, 1, 2, 3},
      {Add, kInf, -kInf, kNan},
      {Add, 0.0, -0.0, 0.0},
      {Sub, 1, 1, 0.0},
      {Mul, -1, 0.0, -0.0},
      {Div, 1, 0.0, kInf},
      {Div, 1, -0.0, -kInf},
      {Div, 0.0, 0.0, kNan},
      {Mod, 5.5, 2, 1.5},
      {Mod, -5.5, 2, -1.5},
      {Mod, 1, 0.0, kNan},
      {Mod, 1, kInf, 1},
      {Pow, 2, 0.5, M_SQRT2},
      {Pow, 0, 0, 1},
      {Pow, -8, 1.0 / 3, kNan},
      {Pow, kNan, 0, 1},
      {Min, kNan, 1, 1},
      {Min, 1, kNan, 1},
      {Min, kNan, kNan, kNan},
      {Min, -1, kInf, -1},
      {Min, 0.0, -0.0, 0.0},
      {Min, -0.0, 0.0, -0.0},
      {Max, kNan, 1, 1},
      {Max, 1, kNan, 1},
      {Max, -1, -kInf, -1},
      {Max, -0.0, 0.0, -0.0},
      {Atan2, 0.0, -1, M_PI},
      {Atan2, -0.0, 1, -0.0},
      {Hypot, 3, 4, 5},
      {Hypot, kNan, kInf, kInf},
      {Copysign, 2, -0.0, -2},
      {Copysign, -2, 1, 2},
      {Nextafter, -0.0, 0.0, 0.0},
      {Nextafter, kNan, 1, kNan},
      {Nextafter, kInf, kInf, kInf},
  };
  for (Prim prim : {F16, F32, F64}) {
    for (const FloatBinary& c : cases) {
      Const expected = make_float(prim, c.expected);
      expect_same_float(eval(c.op, make_float(prim, c.x), make_float(prim, c.y)), expected,
                        std::string(op_text(c.op)) + " " + std::string(prim_name(prim)) + " " +
                            std::to_string(c.x) + " " + std::to_string(c.y));
    }
  }
}

TEST(ScalarEval, FloatsRoundOnceInTheirOwnType) {
  // 2^24 + 1 has no f32.
  EXPECT_EQ(eval(BinaryOp::Add, make_float(F32, 16777216), make_float(F32, 1)),
            make_float(F32, 16777216));
  // 2048 + 1 lies between two halves, and the even one is 2048.
  EXPECT_EQ(eval(BinaryOp::Add, make_float(F16, 2048), make_float(F16, 1)), make_float(F16, 2048));
  EXPECT_EQ(eval(BinaryOp::Add, make_float(F16, 2048), make_float(F16, 3)), make_float(F16, 2052));
  EXPECT_EQ(eval(BinaryOp::Add, make_float(F16, 65504), make_float(F16, 16)),
            make_float(F16, kInf));
  const Const third = eval(BinaryOp::Div, make_float(F32, 1), make_float(F32, 3));
  EXPECT_EQ(third.bits, 0x3EAAAAABU);
  // The product alone would round the sum away.
  const Const x = make_float(F64, 1 + 0x1p-30);
  EXPECT_EQ(as_double(eval(TernaryOp::Fma, x, x, make_float(F64, -1 - 0x1p-29))), 0x1p-60);
  EXPECT_EQ(eval(TernaryOp::Fma, make_float(F16, 2), make_float(F16, 3), make_float(F16, 4)),
            make_float(F16, 10));
}

TEST(ScalarEval, NextafterAndLdexp) {
  const auto next = [](Prim prim, double from, double to) {
    return eval(BinaryOp::Nextafter, make_float(prim, from), make_float(prim, to)).bits;
  };
  EXPECT_EQ(next(F16, 0, 1), 1U);
  EXPECT_EQ(next(F16, 0, -1), 0x8001U);
  EXPECT_EQ(next(F16, 1, 2), 0x3C01U);
  EXPECT_EQ(next(F16, -1, 2), 0xBBFFU);
  EXPECT_EQ(next(F16, 65504, kInf), 0x7C00U);
  EXPECT_EQ(next(F32, 0, 1), 1U);
  EXPECT_EQ(next(F64, 0, -1), 0x8000000000000001U);
  for (Prim prim : {F16, F32, F64}) {
    const auto ldexp = [&](double x, int64_t e) {
      return eval(BinaryOp::Ldexp, make_float(prim, x), make_int(I32, e));
    };
    EXPECT_EQ(ldexp(7, -4), make_float(prim, 0.4375));
    EXPECT_EQ(ldexp(-0.0, 10), make_float(prim, -0.0));
    EXPECT_EQ(ldexp(1, 10000), make_float(prim, kInf));
    EXPECT_EQ(ldexp(1, -20000), make_float(prim, 0));
  }
}

TEST(ScalarEval, EveryHalfSurvivesTheWayThroughFloat) {
  for (uint32_t half = 0; half < 0x10000; half++) {
    const float wide = half_to_float(static_cast<uint16_t>(half));
    if (std::isnan(wide)) {
      EXPECT_EQ(half & 0x7C00, 0x7C00U);
      EXPECT_TRUE(std::isnan(half_to_float(float_to_half(wide))));
    } else {
      ASSERT_EQ(float_to_half(wide), half);
    }
  }
}

TEST(ScalarEval, HalvesAreTheNearest) {
  // Between each two neighbours: just below the middle, the middle, just above it.
  for (uint16_t half = 0; half < 0x7BFF; half++) {
    const double low = half_to_float(half);
    const double high = half_to_float(static_cast<uint16_t>(half + 1));
    const double middle = (low + high) / 2;
    ASSERT_EQ(double_to_half(std::nextafter(middle, 0)), half);
    ASSERT_EQ(double_to_half(middle), half % 2 == 0 ? half : half + 1);
    ASSERT_EQ(double_to_half(std::nextafter(middle, kInf)), half + 1);
  }
  EXPECT_EQ(double_to_half(65519.99), 0x7BFF);
  EXPECT_EQ(double_to_half(65520), 0x7C00);
  EXPECT_EQ(double_to_half(-1e300), 0xFC00);
  EXPECT_EQ(double_to_half(0x1p-25), 0);
  EXPECT_EQ(double_to_half(-0x1.8p-25), 0x8001);
  // Rounding to f32 first would make this 2049's lower neighbour, 2048.
  EXPECT_EQ(double_to_half(2049.0000000001), double_to_half(2050));
}

// ---- Conversions

TEST(ScalarEval, IntegerConversions) {
  EXPECT_EQ(convert(make_int(I32, -1), U64), make_int(U64, -1));
  EXPECT_EQ(convert(make_int(U32, -1), I64), make_int(I64, 4294967295));
  EXPECT_EQ(convert(make_int(I32, 300), I8), make_int(I8, 44));
  EXPECT_EQ(convert(make_int(I32, 200), I8), make_int(I8, -56));
  EXPECT_EQ(convert(make_int(I64, 256), Bool), make_bool(true));
  EXPECT_EQ(convert(make_int(I64, 0), Bool), make_bool(false));
  EXPECT_EQ(convert(make_bool(true), I16), make_int(I16, 1));
  EXPECT_EQ(convert(make_bool(true), F16), make_float(F16, 1));
  EXPECT_EQ(convert(make_int(U64, -1), F32), make_float(F32, 0x1p64));
  EXPECT_EQ(convert(make_int(I64, 16777217), F32), make_float(F32, 16777216));
  // Twice rounded (to f64, then to f32) it would be 2^60.
  EXPECT_EQ(as_double(convert(make_int(I64, (int64_t{1} << 60) + (int64_t{1} << 36) + 1), F32)),
            0x1.000002p60);
  EXPECT_EQ(convert(make_int(I32, 70000), F16), make_float(F16, kInf));
}

struct FloatToInt {
  double x;
  Prim to;
  int64_t expected;
};

TEST(ScalarEval, FloatsToIntegers) {
  const FloatToInt cases[] = {
      {3.5, I32, 3},         {-3.5, I32, -3},
      {kNan, I32, 0},        {kInf, I32, 0},
      {-kInf, I64, 0},       {kInf, U8, 0},
      {-1, U32, 4294967295}, {-3.5, U32, 4294967293},
      {-0.5, U8, 0},         {0x1p40, I64, int64_t{1} << 40},
  };
  for (Prim from : {F32, F64}) {
    for (const FloatToInt& c : cases)
      EXPECT_EQ(convert(make_float(from, c.x), c.to), make_int(c.to, c.expected))
          << c.x << " to " << prim_name(c.to);
  }
  EXPECT_EQ(convert(make_float(F64, 3e9), U32), make_int(U32, 3000000000));
  EXPECT_EQ(convert(make_float(F64, 300), I8), make_int(I8, 44));
  EXPECT_EQ(convert(make_float(F64, 1e300), I64),
            make_int(I64, std::numeric_limits<int64_t>::max()));
  EXPECT_EQ(convert(make_float(F64, -1e300), I64), make_int(I64, kLowest64));
  EXPECT_EQ(convert(make_float(F64, 0x1p63), U64), make_int(U64, kLowest64));
  EXPECT_EQ(convert(make_float(F64, 1e300), U64), make_int(U64, -1));
  EXPECT_EQ(convert(make_float(F16, -2.75), I8), make_int(I8, -2));
  EXPECT_EQ(convert(make_float(F16, kNan), Bool), make_bool(true));
  EXPECT_EQ(convert(make_float(F64, -0.0), Bool), make_bool(false));
}

TEST(ScalarEval, FloatConversions) {
  EXPECT_EQ(convert(make_float(F64, 1e39), F32), make_float(F32, kInf));
  EXPECT_EQ(convert(make_float(F32, 100000), F16), make_float(F16, kInf));
  EXPECT_EQ(convert(make_float(F16, -0.0), F64), make_float(F64, -0.0));
  EXPECT_TRUE(std::isnan(as_double(convert(make_float(F16, kNan), F32))));
}

TEST(ScalarEval, Bits) {
  EXPECT_EQ(eval(UnaryOp::ToBits, make_float(F32, 1)), (Const{U64, 0x3F800000}));
  EXPECT_EQ(eval(UnaryOp::ToBits, make_float(F16, -1)), (Const{U64, 0xBC00}));
  EXPECT_EQ(from_bits(0xFFFFFFFF3F800000, F32), make_float(F32, 1));
  // The payload of a NaN stays.
  EXPECT_EQ(eval(UnaryOp::ToBits, from_bits(0x7F812345, F32)).bits, 0x7F812345U);
  EXPECT_EQ(eval(UnaryOp::ToBits, from_bits(0x7D01, F16)).bits, 0x7D01U);
  EXPECT_EQ(eval(UnaryOp::IsNan, from_bits(0x7D01, F16)), make_bool(true));
  EXPECT_EQ(eval(UnaryOp::IsInf, make_float(F16, -kInf)), make_bool(true));
}

}  // namespace
}  // namespace planish::ir
