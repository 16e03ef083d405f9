// Note [Radix sort]
// Keys are unsigned numbers, made of the elements so that they have the same order, less the
// smallest one. They are sorted by one bit after the other, from the lowest on, up to the highest
// bit of the largest key: those without the bit come first, in the order that they had.
#include "nesl/lower/sorting.h"

namespace planish::nesl {

using ir::BinaryOp;
using ir::Builder;
using ir::Dim;

static Atom u64(uint64_t bits) { return ir::Const{Prim::U64, bits}; }

const ir::Type* Sorting::array(Prim prim, Atom count) {
  const Dim dim = Builder::dim(count);
  return values_.storage().types.array(prim, {&dim, 1});
}

Var Sorting::iota(Atom count) {
  return values_.builder.let("numbers", array(Prim::I64, count),
                             values_.builder.make(ir::Iota{{}, count, Atom::i64(0), Atom::i64(1)}));
}

Var Sorting::map(std::string_view name, Prim result, Var over, FunctionRef<Atom(Atom)> give) {
  Builder& b = values_.builder;
  const ir::Type* type = values_.storage().type(over);
  const Var x = b.new_var("", values_.storage().types.scalar(type->elem));
  const ir::Body* body = b.body([&] { return std::vector<Atom>{give(x)}; });
  const Atom count = Builder::atom(type->dims[0]);
  return b.let(
      name, array(result, count),
      b.make(ir::Map{{}, count, values_.emit.lambda({{x, false}}, body), b.list<Var>({over})}));
}

Var Sorting::keys(Var elements, Direction direction) {
  Builder& b = values_.builder;
  const bool is_float = values_.storage().type(elements)->elem == Prim::F64;
  Var ordered = map("keys", Prim::U64, elements, [&](Atom x) -> Atom {
    const Atom top = u64(uint64_t{1} << 63);
    Atom key;
    if (is_float) {
      // Of negative numbers all bits are flipped, of others the sign; -0 is 0.
      const Atom bits =
          b.unary(ir::UnaryOp::ToBits, b.binary(BinaryOp::Add, x, ir::Const{Prim::F64, 0}));
      const Atom sign =
          b.convert(Prim::U64, b.binary(BinaryOp::Ashr, b.convert(Prim::I64, bits), Atom::i64(63)));
      key = b.binary(BinaryOp::Xor, bits, b.binary(BinaryOp::Or, sign, top));
    } else {
      key = b.binary(BinaryOp::Xor, b.convert(Prim::U64, x), top);
    }
    return direction == Direction::Down ? b.unary(ir::UnaryOp::Not, key) : key;
  });
  const ir::Type* scalar = values_.storage().types.scalar(Prim::U64);
  const Atom count = Builder::atom(values_.storage().type(elements)->dims[0]);
  const Var least = b.let("least", scalar,
                          b.make(ir::Reduce{{},
                                            count,
                                            true,
                                            values_.emit.scalar_lambda(scalar, BinaryOp::Min),
                                            b.list<Atom>({u64(~uint64_t{0})}),
                                            nullptr,
                                            b.list<Var>({ordered})}));
  return map("keys", Prim::U64, ordered,
             [&](Atom key) { return b.binary(BinaryOp::Sub, key, least); });
}

Var Sorting::scatter_numbers(Atom count, Var at, Var numbers) {
  Builder& b = values_.builder;
  const Var dest = b.let("zeros", array(Prim::I64, count),
                         b.make(ir::Replicate{{}, b.list<Atom>({count}), Atom::i64(0)}));
  return b.let("moved", array(Prim::I64, count),
               b.make(ir::Scatter{{},
                                  count,
                                  b.list<Atom>({count}),
                                  b.list<Var>({dest}),
                                  nullptr,
                                  b.list<Var>({at, numbers})}));
}

Var Sorting::order(Var keys, Atom count) {
  Builder& b = values_.builder;
  ir::TypeTable& types = values_.storage().types;
  const ir::Type* i64 = types.scalar(Prim::I64);
  const Var largest = [&] {
    const ir::Type* scalar = types.scalar(Prim::U64);
    return b.let("largest", scalar,
                 b.make(ir::Reduce{{},
                                   count,
                                   true,
                                   values_.emit.scalar_lambda(scalar, BinaryOp::Max),
                                   b.list<Atom>({u64(0)}),
                                   nullptr,
                                   b.list<Var>({keys})}));
  }();
  const Var first = iota(count);
  const Var now = b.new_var("order", array(Prim::I64, count));
  const Var left = b.new_var("left", types.scalar(Prim::U64));
  const Var shift = b.new_var("shift", types.scalar(Prim::U64));
  ir::Loop loop{};
  loop.params = b.list<ir::LoopParam>(
      {{{now, false}, first}, {{left, false}, largest}, {{shift, false}, u64(0)}});
  loop.condition = b.body([&] { return std::vector<Atom>{b.binary(BinaryOp::Ne, left, u64(0))}; });
  loop.body = b.body([&] {
    const Var low = map("low", Prim::I64, now, [&](Atom number) -> Atom {
      const Var key = b.let("key", types.scalar(Prim::U64),
                            b.make(ir::Index{{}, keys, b.list<Atom>({number})}));
      const Atom bit = b.binary(BinaryOp::And, b.binary(BinaryOp::Lshr, key, shift), u64(1));
      return b.convert(Prim::I64, b.binary(BinaryOp::Xor, bit, u64(1)));
    });
    const Var until = b.let("until", array(Prim::I64, count),
                            b.make(ir::Scan{{},
                                            count,
                                            values_.emit.scalar_lambda(i64, BinaryOp::Add),
                                            b.list<Atom>({Atom::i64(0)}),
                                            nullptr,
                                            b.list<Var>({low}),
                                            nullptr}));
    const Atom all_low = values_.emit.sum_of(low);
    const Var own = b.new_var("own", i64);
    const Var before = b.new_var("before", i64);
    const Var at = b.new_var("at", i64);
    const ir::Body* body = b.body([&] {
      const Atom is_low = b.binary(BinaryOp::Eq, own, Atom::i64(1));
      const Atom to = values_.emit.choose(
          is_low, i64, [&] { return b.binary(BinaryOp::Sub, before, Atom::i64(1)); },
          [&] { return b.binary(BinaryOp::Add, all_low, b.binary(BinaryOp::Sub, at, before)); });
      return std::vector<Atom>{to};
    });
    const Var places = b.let(
        "places", array(Prim::I64, count),
        b.make(ir::Map{{},
                       count,
                       values_.emit.lambda({{own, false}, {before, false}, {at, false}}, body),
                       b.list<Var>({low, until, iota(count)})}));
    const Var next = scatter_numbers(count, places, now);
    const Atom rest = b.binary(BinaryOp::Lshr, left, u64(1));
    return std::vector<Atom>{next, rest, b.binary(BinaryOp::Add, shift, u64(1))};
  });
  const std::vector<Var> pattern{b.new_var("order", array(Prim::I64, count)),
                                 b.new_var("left", types.scalar(Prim::U64)),
                                 b.new_var("shift", types.scalar(Prim::U64))};
  b.add(pattern, b.make(loop));
  return pattern[0];
}

Var Sorting::rank(Var elements, Direction direction) {
  const Atom count = Builder::atom(values_.storage().type(elements)->dims[0]);
  const Var sorted = order(keys(elements, direction), count);
  return scatter_numbers(count, sorted, iota(count));
}

}  // namespace planish::nesl
