// Every simpler form of an operation on scalars gives the same bits, for operands at all the edges.
#include "passes/simplify/simplify_scalars.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ir/scalar_eval.h"

namespace planish::passes {
namespace {

using namespace ir;

constexpr BinaryOp kBinaryOps[] = {
#define BINARY(K, text, operands, result) BinaryOp::K,
#include "ir/scalar_ops.def"
};
constexpr UnaryOp kUnaryOps[] = {
#define UNARY(K, text, operands, result) UnaryOp::K,
#include "ir/scalar_ops.def"
};

std::vector<Const> edges(Prim prim) {
  std::vector<Const> values;
  if (prim == Prim::Bool) return {make_bool(false), make_bool(true)};
  if (is_integer(prim)) {
    int bits = byte_size(prim) * 8;
    for (int64_t v : {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{3}, int64_t{7}, int64_t{-1},
                      int64_t{-2}, int64_t{100}})
      values.push_back(make_int(prim, v));
    auto highest = static_cast<int64_t>(~uint64_t{0} >> (65 - bits));
    values.push_back(make_int(prim, highest));
    values.push_back(make_int(prim, -highest - 1));
    return values;
  }
  double infinity = std::numeric_limits<double>::infinity();
  for (double v :
       {0.0, -0.0, 1.0, -1.0, 0.5, 3.25, -7.75, 1e-7, 6e4, infinity, -infinity, std::nan("")})
    values.push_back(make_float(prim, v));
  return values;
}

class Values {
 public:
  Storage storage;
  Var var(Const value) {
    Var made = storage.new_var({}, storage.types.scalar(value.prim));
    known_[made] = value;
    return made;
  }
  Const of(const Atom& atom) const { return atom.is_const() ? atom.constant : known_.at(atom.var); }
  Const of(const Unary& op) const { return eval(op.op, of(op.x)); }
  Const of(const Binary& op) const { return eval(op.op, of(op.x), of(op.y)); }

  // The value of what an operation became. `before` is what it was.
  Const of(const SimplerScalar& simpler, Const before, Prim to) const {
    if (std::holds_alternative<NoChange>(simpler)) return before;
    if (const auto* atom = std::get_if<Atom>(&simpler)) return of(*atom);
    if (const auto* unary = std::get_if<Unary>(&simpler)) return of(*unary);
    if (const auto* binary = std::get_if<Binary>(&simpler)) return of(*binary);
    return convert(of(std::get<Convert>(simpler).value), to);
  }

 private:
  std::unordered_map<Var, Const> known_;
};

// NaNs may differ in their bits.
bool same(Const a, Const b) {
  if (a == b) return true;
  return a.prim == b.prim && is_float(a.prim) && std::isnan(as_double(a)) &&
         std::isnan(as_double(b));
}

std::string show(BinaryOp op, Const x, Const y) {
  return std::string(op_text(op)) + " of " + std::string(prim_name(x.prim)) + " " +
         std::to_string(x.bits) + " and " + std::to_string(y.bits);
}

// How many of the simpler forms were not the operation itself: a test that finds none tests
// nothing.
struct Tally {
  int changed = 0;
  void count(const SimplerScalar& simpler) {
    if (!std::holds_alternative<NoChange>(simpler)) changed++;
  }
};

TEST(SimplifyScalars, BinaryKeepsEveryBit) {
  Tally tally;
  for (BinaryOp op : kBinaryOps) {
    if (op == BinaryOp::Ldexp)
      continue;  // its second operand is of another type, and it has no rules
    for (int p = 0; p < kPrimCount; p++) {
      Prim prim = static_cast<Prim>(p);
      if (!takes(op, prim)) continue;
      for (Const x : edges(prim)) {
        for (Const y : edges(prim)) {
          Values values;
          Var vx = values.var(x);
          Var vy = values.var(y);
          Const expected = eval(op, x, y);
          auto expect = [&](const Atom& a, const Atom& b) {
            Binary binary{{Binary::K}, op, a, b};
            SimplerScalar simpler = simplify_binary(binary, prim, Facts());
            tally.count(simpler);
            EXPECT_TRUE(same(values.of(simpler, expected, prim), expected)) << show(op, x, y);
          };
          expect(vx, y);
          expect(x, vy);
          expect(x, y);
          if (x == y) expect(vx, vx);
        }
      }
    }
  }
  EXPECT_GT(tally.changed, 1000);
}

TEST(SimplifyScalars, ChainsOfConstants) {
  Tally tally;
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Mul, BinaryOp::Sub}) {
    for (Prim prim : {Prim::I8, Prim::U16, Prim::I64, Prim::F32, Prim::F64}) {
      for (Const x : edges(prim)) {
        for (Const c : edges(prim)) {
          for (Const d : edges(prim)) {
            Values values;
            Var vx = values.var(x);
            Const inner = eval(op, x, c);
            Var vi = values.var(inner);
            Binary inner_op{{Binary::K}, op, vx, c};
            Facts facts;
            facts.define(vi, Stm{{}, &inner_op, {}, {}, {}});
            Const expected = eval(op, inner, d);
            SimplerScalar simpler = simplify_binary(Binary{{Binary::K}, op, vi, d}, prim, facts);
            tally.count(simpler);
            EXPECT_TRUE(same(values.of(simpler, expected, prim), expected)) << show(op, inner, d);
          }
        }
      }
    }
  }
  EXPECT_GT(tally.changed, 100);
}

TEST(SimplifyScalars, UnaryKeepsEveryBit) {
  Tally tally;
  for (UnaryOp op : kUnaryOps) {
    for (int p = 0; p < kPrimCount; p++) {
      Prim prim = static_cast<Prim>(p);
      if (!takes(op, prim)) continue;
      for (Const x : edges(prim)) {
        Values values;
        Unary inner{{Unary::K}, op, values.var(x)};
        Const first = eval(op, x);
        if (!takes(op, first.prim)) continue;
        Var vi = values.var(first);
        Facts facts;
        facts.define(vi, Stm{{}, &inner, {}, {}, {}});
        Const expected = eval(op, first);
        SimplerScalar simpler = simplify_unary({{Unary::K}, op, vi}, values.storage, facts);
        tally.count(simpler);
        EXPECT_TRUE(same(values.of(simpler, expected, prim), expected)) << op_text(op);
      }
    }
  }
  EXPECT_GT(tally.changed, 50);
}

TEST(SimplifyScalars, NegatedComparisons) {
  Tally tally;
  for (BinaryOp op : kBinaryOps) {
    if (!is_comparison(op)) continue;
    for (Prim prim : {Prim::I32, Prim::U8, Prim::F64, Prim::Bool}) {
      for (Const x : edges(prim)) {
        for (Const y : edges(prim)) {
          Values values;
          Binary compare{{Binary::K}, op, values.var(x), values.var(y)};
          Const result = eval(op, x, y);
          Var vc = values.var(result);
          Facts facts;
          facts.define(vc, Stm{{}, &compare, {}, {}, {}});
          Const expected = eval(UnaryOp::Not, result);
          SimplerScalar simpler =
              simplify_unary({{Unary::K}, UnaryOp::Not, vc}, values.storage, facts);
          tally.count(simpler);
          EXPECT_EQ(values.of(simpler, expected, Prim::Bool), expected) << show(op, x, y);
        }
      }
    }
  }
  EXPECT_GT(tally.changed, 100);
}

TEST(SimplifyScalars, DetoursOfConversions) {
  Tally tally;
  for (int from = 0; from < kPrimCount; from++) {
    for (int through = 0; through < kPrimCount; through++) {
      for (int to = 0; to < kPrimCount; to++) {
        for (Const x : edges(static_cast<Prim>(from))) {
          Values values;
          Convert inner{{Convert::K}, values.var(x)};
          Const middle = convert(x, static_cast<Prim>(through));
          Var vm = values.var(middle);
          Facts facts;
          facts.define(vm, Stm{{}, &inner, {}, {}, {}});
          Const expected = convert(middle, static_cast<Prim>(to));
          SimplerScalar simpler = simplify_convert({{Convert::K}, vm}, static_cast<Prim>(through),
                                                   static_cast<Prim>(to), values.storage, facts);
          tally.count(simpler);
          EXPECT_TRUE(same(values.of(simpler, expected, static_cast<Prim>(to)), expected))
              << kPrimNames[from] << " " << kPrimNames[through] << " " << kPrimNames[to] << " "
              << x.bits;
        }
      }
    }
  }
  EXPECT_GT(tally.changed, 100);
}

// An index of a loop to `bound`, compared with numbers around its range.
TEST(SimplifyScalars, RangesOfIndices) {
  Tally tally;
  for (BinaryOp op : kBinaryOps) {
    if (!is_comparison(op)) continue;
    for (int64_t bound = 1; bound <= 4; bound++) {
      for (int64_t other = -2; other <= 6; other++) {
        Values values;
        Var index = values.var(make_int(Prim::I64, 0));
        Var variable_bound = values.var(make_int(Prim::I64, bound));
        for (const Atom& known_bound : {Atom::i64(bound), Atom(variable_bound)}) {
          for (const Atom& y : {Atom::i64(other), known_bound}) {
            Facts facts;
            facts.set_range(index, known_bound);
            Const other_value = values.of(y);
            auto expect = [&](const Binary& binary, auto evaluate) {
              SimplerScalar simpler = simplify_binary(binary, Prim::I64, facts);
              const Atom* atom = std::get_if<Atom>(&simpler);
              if (atom == nullptr) return;  // not decided, or with its operands exchanged
              tally.changed++;
              for (int64_t i = 0; i < bound; i++)
                EXPECT_EQ(atom->constant, evaluate(make_int(Prim::I64, i)))
                    << op_text(op) << " " << i << " < " << bound << ", " << other_value.bits;
            };
            expect({{Binary::K}, op, index, y}, [&](Const i) { return eval(op, i, other_value); });
            expect({{Binary::K}, op, y, index}, [&](Const i) { return eval(op, other_value, i); });
          }
        }
      }
    }
  }
  EXPECT_GT(tally.changed, 100);
}

}  // namespace
}  // namespace planish::passes
