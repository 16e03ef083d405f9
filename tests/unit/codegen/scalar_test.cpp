// Every operation on every primitive type, compiled, against what ir/scalar_eval.h says: on special
// values and random ones, as scalar code and as the vectorised loops that the optimiser makes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>

#include "array_function.h"
#include "ir/scalar_eval.h"

namespace planish::codegen {
namespace {

using ir::Const;

constexpr std::array kPrims = {Prim::I8,  Prim::I16,  Prim::I32, Prim::I64, Prim::U8,
                               Prim::U16, Prim::U32,  Prim::U64, Prim::F16, Prim::F32,
                               Prim::F64, Prim::Bool, Prim::Unit};

// ---- Values

std::vector<Const> special_values(Prim prim) {
  std::vector<Const> values;
  if (prim == Prim::Unit) return {{Prim::Unit, 0}};
  if (prim == Prim::Bool) return {ir::make_bool(false), ir::make_bool(true)};
  if (is_integer(prim)) {
    for (const int64_t value :
         {0, 1, -1, 2, -2, 3, -3, 7, 8, -8, 10, 31, 32, 33, 63, 64, 65, 100, -100})
      values.push_back(ir::make_int(prim, value));
    const auto lowest = int64_t{1} << (bit_size(prim) - 1);
    for (const uint64_t offset : {0, 1, 2})
      for (const uint64_t base : {uint64_t(lowest), uint64_t(lowest) - 1 - offset * 2})
        values.push_back(ir::make_int(prim, static_cast<int64_t>(base + offset)));
    return values;
  }
  for (const double value : {0.0,
                             0.25,
                             0.5,
                             1.0,
                             1.5,
                             2.0,
                             2.5,
                             3.5,
                             0.1,
                             3.141592653589793,
                             1.5707963267948966,
                             100.75,
                             127.5,
                             255.9,
                             65504.0,
                             65519.0,
                             65520.0,
                             0x1p-14,
                             0x1p-24,
                             0x1.8p-25,
                             0x1p-126,
                             0x1p-149,
                             0x1p-1022,
                             4.9e-324,
                             1e10,
                             0x1p31,
                             0x1.fffffep30,
                             0x1p32,
                             0x1p62,
                             0x1p63,
                             0x1.fffffep62,
                             0x1p64,
                             0x1.fffffep63,
                             0x1.8p63,
                             1e30,
                             3.4028234663852886e38,
                             1.7976931348623157e308,
                             1.0009765625,
                             1.00048828125,
                             1.000488281250001,
                             std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    values.push_back(ir::make_float(prim, value));
    values.push_back(ir::make_float(prim, -value));
  }
  return values;
}

Const random_value(Prim prim, std::mt19937_64& random) {
  if (prim == Prim::Unit) return {Prim::Unit, 0};
  if (prim == Prim::Bool) return ir::make_bool((random() & 1) != 0);
  if (is_integer(prim))
    return ir::make_int(prim, static_cast<int64_t>(random() >> (random() % 64)));
  // Any bits, or a number of ordinary size.
  if ((random() & 3) == 0) return ir::from_bits(random(), prim);
  return ir::make_float(prim, std::ldexp(static_cast<double>(static_cast<int64_t>(random())),
                                         -63 + static_cast<int>(random() % 12)));
}

// All pairs of special values, then random ones.
std::vector<std::vector<Const>> operands(const std::vector<Prim>& prims) {
  constexpr size_t kRandom = 1500;
  std::vector<std::vector<Const>> columns(prims.size());
  const auto first = special_values(prims[0]);
  if (prims.size() == 1) {
    columns[0] = first;
  } else {
    for (const Const& x : first)
      for (const Const& y : special_values(prims[1])) {
        columns[0].push_back(x);
        columns[1].push_back(y);
        if (prims.size() == 3) columns[2].push_back(first[columns[0].size() * 7 % first.size()]);
      }
  }
  std::mt19937_64 random(prims.size() * 1000 + static_cast<size_t>(prims[0]));
  for (size_t i = 0; i < kRandom; i++)
    for (size_t k = 0; k < prims.size(); k++) columns[k].push_back(random_value(prims[k], random));
  return columns;
}

// ---- Comparison

// How many floats lie between two, 0 for equal ones and for two NaNs.
uint64_t distance(Const x, Const y) {
  if (x.prim != y.prim) return ~uint64_t{0};
  if (!is_float(x.prim)) return x.bits == y.bits ? 0 : ~uint64_t{0};
  const bool x_nan = std::isnan(ir::as_double(x));
  const bool y_nan = std::isnan(ir::as_double(y));
  if (x_nan || y_nan) return x_nan && y_nan ? 0 : ~uint64_t{0};
  const auto position = [](Const c) {
    const uint64_t sign = uint64_t{1} << (bit_size(c.prim) - 1);
    return static_cast<int64_t>((c.bits & sign) != 0 ? ~(c.bits - sign) : c.bits);
  };
  // -0 and 0 are neighbours.
  const int64_t difference = position(x) - position(y);
  return static_cast<uint64_t>(difference < 0 ? -difference : difference);
}

// Results of the C library may differ in their last bits, as those of its functions on vectors do.
constexpr uint64_t kLibrary = 4;

uint64_t tolerance(ir::UnaryOp op) {
  using enum ir::UnaryOp;
  switch (op) {
    case Neg:
    case Not:
    case Abs:
    case Sgn:
    case Popc:
    case Clz:
    case Ctz:
    case Sqrt:
    case Rsqrt:
    case Ceil:
    case Floor:
    case Trunc:
    case Round:
    case IsInf:
    case IsNan:
    case ToBits: return 0;
    default: return kLibrary;
  }
}
uint64_t tolerance(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  return is_float(prim) && (op == Pow || op == Atan2 || op == Hypot) ? kLibrary : 0;
}

// ---- The functions

struct Case {
  std::string name;
  std::vector<Prim> inputs;
  Prim output;
  uint64_t tolerance;
  EmitElement emit;
  std::function<Const(const std::vector<Const>&)> expected;
};

// Not the name of a function of the C library.
std::string symbol(const Case& one) { return "test." + one.name; }

void add_unary_cases(Prim prim, std::vector<Case>& cases) {
#define UNARY(K, text, operands_, result)                                       \
  if (ir::takes(ir::UnaryOp::K, prim))                                          \
    cases.push_back({text,                                                      \
                     {prim},                                                    \
                     ir::result_of(ir::UnaryOp::K, prim),                       \
                     tolerance(ir::UnaryOp::K),                                 \
                     [prim](auto& builder, auto xs) {                           \
                       return emit_unary(builder, ir::UnaryOp::K, prim, xs[0]); \
                     },                                                         \
                     [](const auto& xs) { return ir::eval(ir::UnaryOp::K, xs[0]); }});
#include "ir/scalar_ops.def"
}

// Is it emitted in another way if its second operand is a constant?
bool is_special_for_constants(ir::BinaryOp op) {
  using enum ir::BinaryOp;
  return op == Div || op == Mod || op == Quot || op == Rem || op == Pow || op == Shl;
}

void add_binary_case(ir::BinaryOp op, Prim prim, std::vector<Case>& cases) {
  if (!ir::takes(op, prim)) return;
  const Prim second = op == ir::BinaryOp::Ldexp ? Prim::I32 : prim;
  const Prim result = ir::result_of(op, prim);
  cases.push_back(
      {std::string(op_text(op)),
       {prim, second},
       result,
       tolerance(op, prim),
       [=](auto& builder, auto xs) { return emit_binary(builder, op, prim, xs[0], xs[1]); },
       [=](const auto& xs) { return ir::eval(op, xs[0], xs[1]); }});
  if (!is_integer(prim) || !is_special_for_constants(op)) return;
  const auto constants = special_values(prim);
  for (size_t i = 0; i < constants.size(); i++) {
    const Const y = constants[i];
    cases.push_back({fmt::format("{}.constant{}", op_text(op), i),
                     {prim},
                     result,
                     0,
                     [=](auto& builder, auto xs) {
                       return emit_binary(builder, op, prim, xs[0],
                                          scalar_constant(builder.getContext(), y));
                     },
                     [=](const auto& xs) { return ir::eval(op, xs[0], y); }});
  }
}

void add_conversion_cases(Prim prim, std::vector<Case>& cases) {
  for (const Prim to : kPrims)
    cases.push_back({fmt::format("to.{}", prim_name(to)),
                     {prim},
                     to,
                     0,
                     [=](auto& builder, auto xs) { return emit_convert(builder, prim, to, xs[0]); },
                     [=](const auto& xs) { return ir::convert(xs[0], to); }});
  if (is_float(prim))
    cases.push_back({"from_bits",
                     {Prim::U64},
                     prim,
                     0,
                     [=](auto& builder, auto xs) { return emit_from_bits(builder, prim, xs[0]); },
                     [=](const auto& xs) { return ir::from_bits(xs[0].bits, prim); }});
  cases.push_back({"word",
                   {prim},
                   prim,
                   0,
                   [=](auto& builder, auto xs) {
                     return emit_from_word(builder, prim, emit_to_word(builder, prim, xs[0]));
                   },
                   [](const auto& xs) { return xs[0]; }});
  cases.push_back({"to_word",
                   {prim},
                   Prim::U64,
                   0,
                   [=](auto& builder, auto xs) { return emit_to_word(builder, prim, xs[0]); },
                   [](const auto& xs) { return Const{Prim::U64, xs[0].bits}; }});
  cases.push_back({"constant",
                   {prim},
                   prim,
                   0,
                   [=](auto& builder, auto) {
                     return scalar_constant(builder.getContext(), special_values(prim).back());
                   },
                   [=](const auto&) { return special_values(prim).back(); }});
}

std::vector<Case> cases_of(Prim prim) {
  std::vector<Case> cases;
  add_unary_cases(prim, cases);
#define BINARY(K, text, operands_, result) add_binary_case(ir::BinaryOp::K, prim, cases);
#include "ir/scalar_ops.def"
  if (is_float(prim))
    cases.push_back(
        {"fma",
         {prim, prim, prim},
         prim,
         0,
         [=](auto& builder, auto xs) {
           return emit_ternary(builder, ir::TernaryOp::Fma, prim, xs[0], xs[1], xs[2]);
         },
         [](const auto& xs) { return ir::eval(ir::TernaryOp::Fma, xs[0], xs[1], xs[2]); }});
  add_conversion_cases(prim, cases);
  return cases;
}

struct Setting {
  Prim prim;
  unsigned optimisation;
  std::string cpu;
};

class Scalar : public testing::TestWithParam<Setting> {};

TEST_P(Scalar, AgreesWithEvaluation) {
  Options options;
  options.optimisation = GetParam().optimisation;
  options.cpu = GetParam().cpu;
  ArrayFunctions functions(options);
  const auto cases = cases_of(GetParam().prim);
  for (const Case& one : cases) functions.add(symbol(one), one.inputs, one.output, one.emit);
  functions.compile();
  for (const Case& one : cases) {
    const auto columns = operands(one.inputs);
    const auto results = functions.call(symbol(one), one.inputs, one.output, columns);
    int shown = 0;
    for (size_t i = 0; i < results.size() && shown < 3; i++) {
      std::vector<Const> xs;
      std::string text;
      for (const auto& column : columns) {
        xs.push_back(column[i]);
        text += fmt::format(" {:#x}", column[i].bits);
      }
      const Const expected = one.expected(xs);
      if (distance(results[i], expected) <= one.tolerance) continue;
      shown++;
      ADD_FAILURE() << fmt::format("{} of {}: expected {:#x}, got {:#x}", one.name, text,
                                   expected.bits, results[i].bits);
    }
  }
}

// Minimum and maximum are other operations of LLVM there; ordinary numbers, of which none is zero,
// give the same.
TEST(ScalarFastMath, MinimumAndMaximum) {
  Options options;
  options.fast_math = true;
  ArrayFunctions functions(options);
  const std::vector<Prim> inputs{Prim::F32, Prim::F32};
  for (const auto op : {ir::BinaryOp::Min, ir::BinaryOp::Max})
    functions.add(
        std::string("test.") + std::string(op_text(op)), inputs, Prim::F32,
        [=](auto& builder, auto xs) { return emit_binary(builder, op, Prim::F32, xs[0], xs[1]); });
  functions.compile();
  std::vector<std::vector<Const>> columns(2);
  for (int i = 1; i <= 100; i++) {
    columns[0].push_back(ir::make_float(Prim::F32, i % 7 - 3.5));
    columns[1].push_back(ir::make_float(Prim::F32, i % 5 - 2.25));
  }
  for (const auto op : {ir::BinaryOp::Min, ir::BinaryOp::Max}) {
    const auto results =
        functions.call(std::string("test.") + std::string(op_text(op)), inputs, Prim::F32, columns);
    for (size_t i = 0; i < results.size(); i++)
      EXPECT_EQ(results[i], ir::eval(op, columns[0][i], columns[1][i])) << i;
  }
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const Prim prim : kPrims) {
    all.push_back({prim, 0, ""});
    all.push_back({prim, 3, ""});
    all.push_back({prim, 3, "x86-64"});  // no FMA, no conversion of halves, vectors of 128 bits
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Prims, Scalar, testing::ValuesIn(settings()), [](const auto& setting) {
  return fmt::format("{}_O{}_{}", prim_name(setting.param.prim), setting.param.optimisation,
                     setting.param.cpu.empty() ? "host" : "baseline");
});

}  // namespace
}  // namespace planish::codegen
