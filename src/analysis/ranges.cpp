#include "analysis/ranges.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

void Ranges::set_index(Var var, const Atom& bound) {
  info(var);
  Form below = form(bound);
  narrow(var, {0, sure_interval(below).high - 1});
  at_most(var, {below.linear - 1, below.reason});
}

void Ranges::set_progression(Var var, const Atom& start, const Atom& step, const Atom& index) {
  info(var);
  Form first = form(start);
  Form by = form(step);
  Form at = form(index);
  std::optional<Linear> offset = by.linear.times(at.linear);
  if (!offset) return;
  Form value{first.linear + *offset, first.reason.and_also(by.reason).and_also(at.reason)};
  if (fits(value, storage_.type(var)->elem, value.reason)) set_value(var, value);
}

void Ranges::assume_at_least(const Atom& x, Wide at_least) {
  Form value = form(x);
  assume_nonnegative({value.linear - at_least, value.reason});
}

void Ranges::assume_equal(const Atom& x, const Atom& y) {
  compare(BinaryOp::Eq, x, y, Truth::True, {});
}

void Ranges::assume(const Atom& condition, Truth truth, Var check) {
  if (condition.is_const()) return;
  auto it = conditions_.find(condition.var.id);
  if (it == conditions_.end()) return;
  LastCheck reason = check ? LastCheck{check, ++order_} : LastCheck{};
  Truth other = truth == Truth::True ? Truth::False : Truth::True;
  if (const Unary* op = as<Unary>(it->second)) return assume(op->x, other, check);
  const Binary& op = *as<Binary>(it->second);
  if (is_comparison(op.op)) return compare(op.op, op.x, op.y, truth, reason);
  bool both = (op.op == BinaryOp::And) == (truth == Truth::True);
  if (both) {
    assume(op.x, truth, check);
    assume(op.y, truth, check);
    return;
  }
  // One of the two holds: the second, if the first is known not to.
  auto fails = [&](const Atom& atom) {
    std::optional<Answer> answer = decide(atom);
    return answer && answer->truth != truth && answer->reason.order == 0;
  };
  if (fails(op.x)) {
    assume(op.y, truth, check);
  } else if (fails(op.y)) {
    assume(op.x, truth, check);
  }
}

void Ranges::compare(BinaryOp op, const Atom& x, const Atom& y, Truth truth,
                     const LastCheck& reason) {
  if (!is_integer(storage_.type(x)->elem)) return;
  Form left = form(x);
  Form right = form(y);
  LastCheck all = reason.and_also(left.reason).and_also(right.reason);
  bool holds = truth == Truth::True;
  auto below = [&](const Form& a, const Form& b, Wide by) {
    assume_nonnegative({b.linear - a.linear - by, all});
  };
  switch (op) {
    case BinaryOp::Lt: holds ? below(left, right, 1) : below(right, left, 0); break;
    case BinaryOp::Le: holds ? below(left, right, 0) : below(right, left, 1); break;
    case BinaryOp::Gt: holds ? below(right, left, 1) : below(left, right, 0); break;
    case BinaryOp::Ge: holds ? below(right, left, 0) : below(left, right, 1); break;
    case BinaryOp::Eq:
    case BinaryOp::Ne:
      if ((op == BinaryOp::Eq) == holds) {
        below(left, right, 0);
        below(right, left, 0);
      } else if (std::optional<LastCheck> known = is_below(right, left, 0)) {
        all = all.and_also(*known);
        below(right, left, 1);
      } else if (std::optional<LastCheck> known_other = is_below(left, right, 0)) {
        all = all.and_also(*known_other);
        below(left, right, 1);
      }
      break;
    default: break;
  }
}

std::optional<Ranges::Answer> Ranges::decide_comparison(BinaryOp op, const Form& x,
                                                        const Form& y) const {
  auto answer = [](Truth truth, const LastCheck& reason) {
    return std::optional(Answer{truth, reason});
  };
  // Of `x + by <= y` and its opposite.
  auto ordered = [&](const Form& a, const Form& b, Wide by) -> std::optional<Answer> {
    if (std::optional<LastCheck> yes = is_below(a, b, by)) return answer(Truth::True, *yes);
    if (std::optional<LastCheck> no = is_below(b, a, 1 - by)) return answer(Truth::False, *no);
    return std::nullopt;
  };
  switch (op) {
    case BinaryOp::Lt: return ordered(x, y, 1);
    case BinaryOp::Le: return ordered(x, y, 0);
    case BinaryOp::Gt: return ordered(y, x, 1);
    case BinaryOp::Ge: return ordered(y, x, 0);
    case BinaryOp::Eq:
    case BinaryOp::Ne: {
      Truth if_equal = op == BinaryOp::Eq ? Truth::True : Truth::False;
      Truth if_not = op == BinaryOp::Eq ? Truth::False : Truth::True;
      if (std::optional<LastCheck> less = is_below(x, y, 1)) return answer(if_not, *less);
      if (std::optional<LastCheck> more = is_below(y, x, 1)) return answer(if_not, *more);
      std::optional<LastCheck> at_most = is_below(x, y, 0);
      std::optional<LastCheck> at_least = at_most ? is_below(y, x, 0) : std::nullopt;
      if (at_least) return answer(if_equal, at_most->and_also(*at_least));
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::optional<Ranges::Answer> Ranges::decide(const Atom& condition) const {
  if (condition.is_const())
    return Answer{condition.constant.bits != 0 ? Truth::True : Truth::False, {}};
  auto it = conditions_.find(condition.var.id);
  if (it == conditions_.end()) return std::nullopt;
  if (const Unary* op = as<Unary>(it->second)) {
    std::optional<Answer> answer = decide(op->x);
    if (answer) answer->truth = answer->truth == Truth::True ? Truth::False : Truth::True;
    return answer;
  }
  const Binary& op = *as<Binary>(it->second);
  if (is_comparison(op.op)) {
    if (!is_integer(storage_.type(op.x)->elem)) return std::nullopt;
    return decide_comparison(op.op, form(op.x), form(op.y));
  }
  std::optional<Answer> x = decide(op.x);
  Truth decisive = op.op == BinaryOp::And ? Truth::False : Truth::True;
  if (x && x->truth == decisive) return x;
  std::optional<Answer> y = decide(op.y);
  if (y && y->truth == decisive) return y;
  if (!x || !y) return std::nullopt;
  return Answer{x->truth, x->reason.and_also(y->reason)};
}

std::optional<Atom> Ranges::simpler(Var var) const {
  const Info* known = find(var);
  if (known == nullptr || !known->value || known->value->reason.order != 0) return std::nullopt;
  const Linear& value = known->value->linear;
  Prim prim = storage_.type(var)->elem;
  if (value.is_constant())
    return Atom(make_int(prim, static_cast<int64_t>(static_cast<uint64_t>(value.constant()))));
  std::optional<Var> other = value.as_variable();
  if (!other || storage_.type(*other)->elem != prim) return std::nullopt;
  return Atom(*other);
}

bool Ranges::is_from_outside(const Form& form) const {
  uint32_t before = levels_.back().order;
  if (form.reason.order > before) return false;
  for (const Linear::Term& term : form.linear.terms()) {
    for (uint32_t id : term.product) {
      const Info* known = find(Var{id});
      if (id != 0 && (known == nullptr || known->order > before)) return false;
    }
  }
  return true;
}

// What was learnt of the variable since the innermost enter().
std::span<const Ranges::Form> Ranges::new_bounds(Var var, Side side) const {
  const Info* known = find(var);
  if (known == nullptr) return {};
  Change change = side == Side::Below ? Change::AtLeast : Change::AtMost;
  auto is_new = [&](const Undo& undo) { return undo.change == change && undo.var == var.id; };
  auto begin = undo_.begin() + static_cast<std::ptrdiff_t>(levels_.back().undo);
  auto count = static_cast<size_t>(std::count_if(begin, undo_.end(), is_new));
  return std::span(side == Side::Below ? known->at_least : known->at_most).last(count);
}

// Those bounds that are from outside, also after replacing variables by what was learnt of them
// inside.
std::vector<Ranges::Form> Ranges::outside_bounds(std::span<const Form> bounds, Side side) const {
  Side opposite = side == Side::Below ? Side::Above : Side::Below;
  std::vector<Form> tried(bounds.begin(), bounds.end());
  for (size_t i = 0; i < tried.size(); i++) {
    const Form bound = tried[i];
    for (const Linear::Term& term : bound.linear.terms()) {
      Var var{term.product[0]};
      std::optional<Linear::Split> parts = bound.linear.split(var);
      if (!parts || !parts->factor.is_constant()) continue;
      for (const Form& own : new_bounds(var, term.factor > 0 ? side : opposite)) {
        std::optional<Linear> replaced = parts->factor.times(own.linear);
        if (!replaced || tried.size() >= bounds.size() + kMaxBounds) continue;
        Linear linear = parts->rest + *replaced;
        if (linear.is_small()) tried.push_back({linear, bound.reason.and_also(own.reason)});
      }
    }
  }
  std::erase_if(tried, [&](const Form& bound) { return !is_from_outside(bound); });
  // The shortest ones come last, where a search begins: they fail soonest.
  std::ranges::reverse(tried);
  std::ranges::stable_sort(tried, std::greater(),
                           [](const Form& bound) { return bound.linear.terms().size(); });
  return tried;
}

Ranges::Bounds Ranges::outside_bounds(const Bounds& bounds) const {
  return {bounds.interval, outside_bounds(bounds.at_least, Side::Below),
          outside_bounds(bounds.at_most, Side::Above)};
}

Ranges::Outcome Ranges::outcome(const Atom& result) const {
  Form value = form(result);
  Outcome found{outside_bounds(Bounds{sure_interval(value), {value}, {value}}), {}};
  std::optional<Var> var = value.linear.as_variable();
  const Info* known = var ? find(*var) : nullptr;
  if (known != nullptr && !is_from_outside(value)) {
    for (const Bounds& one : known->cases) found.cases.push_back(outside_bounds(one));
  }
  if (found.cases.empty()) found.cases.push_back(found.bounds);
  return found;
}

void Ranges::join(Var var, const Atom& condition, const Outcome& if_true, const Outcome& if_false) {
  narrow(var, if_true.bounds.interval.hull(if_false.bounds.interval));
  std::vector<Bounds> cases = if_true.cases;
  cases.insert(cases.end(), if_false.cases.begin(), if_false.cases.end());
  set_cases(var, std::move(cases));
  // Bounds of one branch that the other keeps, too.
  std::vector<Form> at_least_both;
  std::vector<Form> at_most_both;
  auto keep = [&](const Bounds& from, const Bounds& other, Truth of_other) {
    enter();
    assume(condition, of_other);
    auto any = [&](const std::vector<Form>& bounds, auto holds) {
      return std::ranges::any_of(bounds, [&](const Form& own) {
        std::optional<LastCheck> reason = holds(own);
        return reason && reason->order == 0;
      });
    };
    for (const Form& bound : from.at_most) {
      if (any(other.at_most, [&](const Form& own) { return is_below(own, bound, 0); }))
        at_most_both.push_back(bound);
    }
    auto is_kept_below = [&](const Form& bound) {
      return any(other.at_least, [&](const Form& own) { return is_below(bound, own, 0); });
    };
    std::ranges::copy_if(from.at_least, std::back_inserter(at_least_both), is_kept_below);
    bool other_is_natural = other.interval.low >= 0 || is_kept_below({0, {}});
    leave();
    return other_is_natural;
  };
  bool natural = keep(if_true.bounds, if_false.bounds, Truth::False);
  natural &= keep(if_false.bounds, if_true.bounds, Truth::True);
  if (natural) at_least_both.push_back({0, {}});
  for (const Form& bound : at_least_both) at_least(var, bound);
  for (const Form& bound : at_most_both) at_most(var, bound);
}

}  // namespace planish
