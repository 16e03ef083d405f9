#include "values/range_sizes.h"

#include "ir/scalar_eval.h"
#include "support/prim.h"
#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

// Note [Valid ranges]
// A range runs upwards (..<), downwards (..>) or in the direction of its step (...). It is invalid if
// the step is zero or points the other way, if the end lies before the start, or if it has more
// elements than an i64 can count.
//
// Numbers of 8 to 32 bits are compared and subtracted in 64. The distance of two of 64 bits may need
// all of these without a sign: unless it is known not to, it is divided as such a number. A range of
// that length with steps of 1 has too many elements.

namespace {

std::optional<int64_t> known(Atom atom) {
  if (!atom.is_const()) return std::nullopt;
  return static_cast<int64_t>(ir::convert(atom.constant, Prim::I64).bits);
}

}  // namespace

RangeSizes::Way RangeSizes::way(Atom low, Atom high, Atom step_low, Atom step_high) {
  Builder& b = builder_;
  const Prim prim = b.prim(low);
  const Atom length = emit_.minus(emit_.to_i64(high), emit_.to_i64(low));
  const Atom step = emit_.minus(emit_.to_i64(step_high), emit_.to_i64(step_low));
  // The length is a number with a sign where it cannot be too long.
  const bool is_exact = bit_size(prim) < 64 || (is_signed(prim) && known(low) == 0);
  const Atom ordered =
      is_exact ? b.binary(BinaryOp::Ge, length, Atom::i64(0)) : b.binary(BinaryOp::Le, low, high);
  return {low, length, step, ordered};
}

RangeSizes::Way RangeSizes::up_or_down(const RangeBounds& range, Atom forward) {
  const Atom one{ir::Const{builder_.prim(range.start), 1}};
  const Atom zero{ir::Const{builder_.prim(range.start), 0}};
  const auto up = [&] {
    return range.second ? way(range.start, range.end, range.start, *range.second)
                        : way(range.start, range.end, zero, one);
  };
  const auto down = [&] {
    return range.second ? way(range.end, range.start, *range.second, range.start)
                        : way(range.end, range.start, zero, one);
  };
  if (forward.is_const()) return forward.constant.bits != 0 ? up() : down();
  const auto give = [](const Way& way) {
    return std::vector<Atom>{way.length, way.step, way.ordered};
  };
  const ir::Body* then_body = builder_.body([&] { return give(up()); });
  const ir::Body* else_body = builder_.body([&] { return give(down()); });
  const ir::Type* i64 = builder_.types().scalar(Prim::I64);
  std::vector<Var> pattern{builder_.new_var("distance", i64), builder_.new_var("step", i64),
                           builder_.new_var("ordered", builder_.types().scalar(Prim::Bool))};
  builder_.add(pattern, builder_.make(ir::If{{}, forward, then_body, else_body}));
  return {range.start, pattern[0], pattern[1], pattern[2]};
}

RangeSize RangeSizes::size(const RangeBounds& range) {
  Builder& b = builder_;
  const Atom yes = Atom::boolean(true);
  const bool is_down = range.kind == RangeEnd::DownTo;
  Atom forward = Atom::boolean(!is_down);
  Atom directed = yes;
  if (range.second) {
    const Atom second = *range.second;
    switch (range.kind) {
      case RangeEnd::UpTo: directed = b.binary(BinaryOp::Lt, range.start, second); break;
      case RangeEnd::DownTo: directed = b.binary(BinaryOp::Lt, second, range.start); break;
      case RangeEnd::Inclusive:
        forward = b.binary(BinaryOp::Lt, range.start, second);
        directed = b.binary(BinaryOp::Ne, range.start, second);
        break;
    }
  }
  const RangeSize size = this->size(up_or_down(range, forward), range.kind);
  return {size.count, emit_.both(directed, size.valid)};
}

RangeSize RangeSizes::up_to(Atom from, Atom to, Atom step) {
  const Way ends = way(from, to, Atom::i64(0), step);
  return size(ends, RangeEnd::UpTo);
}

RangeSize RangeSizes::size(const Way& way, RangeEnd kind) {
  const Prim prim = builder_.prim(way.low);
  const int64_t step = known(way.step).value_or(0);
  const bool is_short = bit_size(prim) < 64 || step == 1 ||
                        (is_signed(prim) && known(way.low).value_or(-1) >= 0 && step > 0);
  const RangeSize size = is_short ? size_of_short_way(way, kind) : size_of_long_way(way, kind);
  return {size.count, emit_.both(way.ordered, size.valid)};
}

RangeSize RangeSizes::size_of_short_way(const Way& way, RangeEnd kind) {
  Builder& b = builder_;
  const Atom zero = Atom::i64(0);
  const Atom one = Atom::i64(1);
  const auto divided = [&](Atom length) { return b.binary(BinaryOp::Div, length, way.step); };
  const Prim prim = b.prim(way.low);
  const bool is_wide = bit_size(prim) == 64;
  const int64_t low = is_signed(prim) ? known(way.low).value_or(-1) : -1;
  Atom valid = Atom::boolean(true);
  if (is_wide && low < 0) valid = b.binary(BinaryOp::Ge, way.length, zero);
  if (kind != RangeEnd::Inclusive) {
    if (way.step == one) return {way.length, valid};
    return {emit_.plus(divided(emit_.minus(way.length, one)), one), valid};
  }
  if (way.step != one) return {emit_.plus(divided(way.length), one), valid};
  const Atom count = emit_.plus(way.length, one);
  if (is_wide && low < 1) valid = emit_.both(valid, b.binary(BinaryOp::Ge, count, zero));
  return {count, valid};
}

RangeSize RangeSizes::size_of_long_way(const Way& way, RangeEnd kind) {
  Builder& b = builder_;
  const Atom zero = Atom::i64(0);
  const Atom length = b.convert(Prim::U64, way.length);
  const Atom step = b.convert(Prim::U64, way.step);
  const Atom steps = b.binary(BinaryOp::Div, length, step);
  const Atom whole = emit_.to_i64(steps);
  Atom more = Atom::i64(1);
  if (kind != RangeEnd::Inclusive)
    more = emit_.to_i64(b.binary(BinaryOp::Lt, b.binary(BinaryOp::Mul, steps, step), length));
  const Atom count = emit_.plus(whole, more);
  const Atom fits = b.binary(BinaryOp::Ge, whole, zero);
  return {count, emit_.both(fits, b.binary(BinaryOp::Ge, count, zero))};
}

}  // namespace planish::values
