#include "analysis/range_definitions.h"

#include <algorithm>

#include "ir/scalar_eval.h"

namespace planish {

using namespace ir;

void RangeDefinitions::define(const Stm& stm) {
  if (const Filter* filter = as<Filter>(stm.op)) {
    Form width = form(filter->width);
    narrow(stm.pattern.front(), {0, sure_interval(width).high});
    at_most(stm.pattern.front(), width);
  }
  // Of the rows of each group, and how many points are kept.
  if (const FlatMap* map = as<FlatMap>(stm.op)) {
    for (Var total : stm.pattern.first(map->groups.size())) narrow(total, {0, kMaxSize});
  }
  if (const SegFlatMap* map = as<SegFlatMap>(stm.op)) {
    for (Var total : stm.pattern.first(map->groups.size())) narrow(total, {0, kMaxSize});
  }
  if (stm.op->kind == Kind::SegFilter || stm.op->kind == Kind::SegPartition)
    narrow(stm.pattern.front(), {0, kMaxSize});
  if (stm.pattern.size() != 1 || !storage_.type(stm.pattern.front())->is_scalar()) return;
  Var var = stm.pattern.front();
  Prim prim = storage_.type(var)->elem;
  if (prim == Prim::Bool) {
    const Unary* unary = as<Unary>(stm.op);
    const Binary* binary = as<Binary>(stm.op);
    bool is_condition =
        (unary != nullptr && unary->op == UnaryOp::Not) ||
        (binary != nullptr &&
         (is_comparison(binary->op) || binary->op == BinaryOp::And || binary->op == BinaryOp::Or));
    if (is_condition) conditions_.emplace(var.id, stm.op);
    return;
  }
  if (!is_integer(prim)) return;
  match(
      stm.op, [&](const Same& op) { set_value(var, form(op.value)); },
      [&](const Unary& op) { define_unary(var, op); },
      [&](const Binary& op) { define_binary(var, op); },
      [&](const Convert& op) {
        Prim from = storage_.type(op.value)->elem;
        if (from == Prim::Bool) narrow(var, {0, 1});
        if (!is_integer(from)) return;
        Form value = form(op.value);
        if (fits(value, prim, value.reason)) set_value(var, value);
      },
      [&](const RowLength&) { narrow(var, {0, kMaxSize}); }, [](const auto&) {});
}

void RangeDefinitions::define_unary(Var var, const Unary& op) {
  Form x = form(op.x);
  Prim prim = storage_.type(var)->elem;
  switch (op.op) {
    case UnaryOp::Neg: {
      Form value{Linear(0) - x.linear, x.reason};
      if (fits(value, prim, value.reason)) set_value(var, value);
      break;
    }
    case UnaryOp::Abs: {
      LastCheck reason = x.reason;
      if (prove(x.linear, reason)) {
        set_value(var, {x.linear, reason});
      } else if (interval(x.linear).low > interval_of(prim).low) {
        narrow(var, {0, interval_of(prim).high});
      }
      break;
    }
    case UnaryOp::Sgn: narrow(var, {-1, 1}); break;
    case UnaryOp::Popc:
    case UnaryOp::Clz:
    case UnaryOp::Ctz: narrow(var, {0, 64}); break;
    default: break;
  }
}

void RangeDefinitions::define_binary(Var var, const Binary& op) {
  Prim prim = storage_.type(var)->elem;
  Form x = form(op.x);
  Form y = form(op.y);
  auto be = [&](std::optional<Linear> value) {
    if (!value) return;
    Form exact{*value, x.reason.and_also(y.reason)};
    if (fits(exact, prim, exact.reason)) set_value(var, exact);
  };
  // The second operand as the number of a shift: none, if it is not known.
  auto power = [&]() -> std::optional<Wide> {
    if (!y.linear.is_constant() || y.linear.constant() < 0) return std::nullopt;
    if (y.linear.constant() >= std::min(bit_size(prim), 62)) return std::nullopt;
    return Wide{1} << static_cast<int>(y.linear.constant());
  };
  switch (op.op) {
    case BinaryOp::Add: be(x.linear + y.linear); break;
    case BinaryOp::Sub: be(x.linear - y.linear); break;
    case BinaryOp::Mul: be(x.linear.times(y.linear)); break;
    case BinaryOp::Shl:
      if (std::optional<Wide> factor = power()) be(x.linear.times(*factor));
      break;
    case BinaryOp::Lshr:
    case BinaryOp::Ashr:
      if (std::optional<Wide> divisor = power()) define_division(var, x, {*divisor, {}});
      break;
    case BinaryOp::Div:
      if (!define_division(var, x, y)) define_rounded_down(var, x, y);
      break;
    case BinaryOp::Quot: define_division(var, x, y); break;
    case BinaryOp::Mod:
    case BinaryOp::Rem: define_remainder(var, op.op, x, y); break;
    case BinaryOp::Min:
    case BinaryOp::Max: define_extreme(var, op.op, x, y); break;
    case BinaryOp::And: {
      // Of two numbers, the one that is not negative is not exceeded.
      for (const Form& side : {x, y}) {
        LastCheck reason = side.reason;
        if (!prove(side.linear, reason)) continue;
        at_most(var, {side.linear, reason});
        at_least(var, {0, reason});
        if (reason.order == 0) narrow(var, {0, interval(side.linear).high});
      }
      break;
    }
    default: break;
  }
}

// Of x >= 0 and y >= 1, for which all ways of rounding agree.
bool RangeDefinitions::define_division(Var var, const Form& x, const Form& y) {
  LastCheck reason = x.reason.and_also(y.reason);
  if (!prove(x.linear, reason) || !prove(y.linear - 1, reason)) return false;
  at_least(var, {0, reason});
  at_most(var, {x.linear, reason});
  if (reason.order == 0) {
    Interval all = interval(x.linear);
    Wide by = std::max<Wide>(interval(y.linear).low, 1);
    narrow(var, {0, all.high / by});
  }
  assume_quotient(var, x, y, reason);
  return true;
}

// Of y >= 1 and any x, as in (n - 1) / 2 + 1, the number of every other element of n.
void RangeDefinitions::define_rounded_down(Var var, const Form& x, const Form& y) {
  LastCheck reason = x.reason.and_also(y.reason);
  if (!prove(y.linear - 1, reason)) return;
  if (reason.order == 0) {
    const Interval all = interval(x.linear);
    if (all.low < 0) narrow(var, {all.low, std::max<Wide>(all.high, -1)});
  }
  assume_quotient(var, x, y, reason);
}

// y * var <= x <= y * var + y - 1
void RangeDefinitions::assume_quotient(Var var, const Form& x, const Form& y,
                                       const LastCheck& reason) {
  std::optional<Linear> back = y.linear.times(Linear::variable(var));
  if (!back) return;
  assume_nonnegative({x.linear - *back, reason});
  assume_nonnegative({*back + y.linear - 1 - x.linear, reason});
}

// Of y >= 1; and of x >= 0, if the remainder has the sign of x.
void RangeDefinitions::define_remainder(Var var, BinaryOp op, const Form& x, const Form& y) {
  LastCheck reason = x.reason.and_also(y.reason);
  if (!prove(y.linear - 1, reason)) return;
  LastCheck with_x = reason;
  bool from_zero = prove(x.linear, with_x);
  if (from_zero) at_most(var, {x.linear, with_x});
  if (op == BinaryOp::Rem) {
    if (!from_zero) return;
    reason = with_x;
  }
  at_least(var, {0, reason});
  at_most(var, {y.linear - 1, reason});
  if (reason.order == 0) narrow(var, {0, interval(y.linear).high - 1});
}

void RangeDefinitions::define_extreme(Var var, BinaryOp op, const Form& x, const Form& y) {
  bool is_min = op == BinaryOp::Min;
  if (std::optional<LastCheck> less = is_below(x, y, 0)) {
    const Form& result = is_min ? x : y;
    return set_value(var, {result.linear, result.reason.and_also(*less)});
  }
  if (std::optional<LastCheck> more = is_below(y, x, 0)) {
    const Form& result = is_min ? y : x;
    return set_value(var, {result.linear, result.reason.and_also(*more)});
  }
  Interval a = sure_interval(x);
  Interval b = sure_interval(y);
  // The other side is that of both operands.
  if (is_min) {
    set_cases(var, {{a, {x}, {}}, {b, {y}, {}}});
    at_most(var, x);
    at_most(var, y);
    narrow(var, {std::min(a.low, b.low), std::min(a.high, b.high)});
  } else {
    set_cases(var, {{a, {}, {x}}, {b, {}, {y}}});
    at_least(var, x);
    at_least(var, y);
    narrow(var, {std::max(a.low, b.low), std::max(a.high, b.high)});
  }
  // A bound that both operands keep: 0 <= min(x, y) if 0 <= x and 0 <= y.
  keep_common_bounds(var, op, x, y);
  keep_common_bounds(var, op, y, x);
}

void RangeDefinitions::keep_common_bounds(Var var, BinaryOp op, const Form& x, const Form& y) {
  bool is_min = op == BinaryOp::Min;
  std::optional<Var> operand = x.linear.as_variable();
  const Info* known = operand ? find(*operand) : nullptr;
  std::vector<Form> candidates;
  if (known != nullptr) candidates = is_min ? known->at_least : known->at_most;
  if (is_min) candidates.push_back({0, {}});
  for (const Form& bound : candidates) {
    auto kept_by = [&](const Form& side) {
      return is_min ? is_below(bound, side, 0) : is_below(side, bound, 0);
    };
    std::optional<LastCheck> of_x = kept_by(x);
    std::optional<LastCheck> of_y = of_x ? kept_by(y) : std::nullopt;
    if (!of_y) continue;
    Form both{bound.linear, bound.reason.and_also(*of_x).and_also(*of_y)};
    is_min ? at_least(var, both) : at_most(var, both);
  }
}

}  // namespace planish
