#include "analysis/ranges.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

namespace {

// Bounds of one variable that a search tries, the newest first.
constexpr size_t kMaxBounds = 6;
constexpr size_t kMaxCases = 4;

Wide number(Const c) {
  return is_unsigned(c.prim) ? static_cast<Wide>(c.bits) : static_cast<Wide>(as_int64(c));
}

}  // namespace

Interval interval_of(Prim prim) {
  if (!is_integer(prim)) return Interval::all();
  int bits = bit_size(prim);
  if (is_unsigned(prim)) return {0, (Wide{1} << bits) - 1};
  return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
}

// ---- Variables

const Ranges::Info* Ranges::find(Var var) const {
  auto it = infos_.find(var.id);
  return it == infos_.end() ? nullptr : &it->second;
}

Ranges::Info& Ranges::info(Var var) {
  auto [it, is_new] = infos_.try_emplace(var.id);
  if (is_new) {
    it->second.interval = interval_of(storage_.type(var)->elem);
    it->second.order = ++order_;
  }
  return it->second;
}

Ranges::Form Ranges::form(const Atom& atom) const {
  if (atom.is_const()) return {number(atom.constant), {}};
  const Info* known = find(atom.var);
  if (known != nullptr && known->value) return *known->value;
  return {Linear::variable(atom.var), {}};
}

Interval Ranges::interval(Var var) const {
  const Info* known = find(var);
  return known == nullptr ? interval_of(storage_.type(var)->elem) : known->interval;
}

Interval Ranges::interval(const Product& product) const {
  auto it = products_.find(product);
  Interval result{1, 1};
  for (uint32_t var : product) {
    if (var != 0) result = result * interval(Var{var});
  }
  return it == products_.end() ? result : result.intersect(it->second);
}

Interval Ranges::interval(const Linear& form) const {
  Interval result{form.constant(), form.constant()};
  for (const Linear::Term& term : form.terms())
    result = result + interval(term.product) * Interval{term.factor, term.factor};
  return result;
}

// ---- Scopes

void Ranges::leave() {
  size_t end = scopes_.back().undo;
  scopes_.pop_back();
  while (undo_.size() > end) {
    const Undo& undo = undo_.back();
    switch (undo.change) {
      case Change::AtLeast: infos_.at(undo.var).at_least.pop_back(); break;
      case Change::AtMost: infos_.at(undo.var).at_most.pop_back(); break;
      case Change::Numbers: infos_.at(undo.var).interval = undo.interval; break;
      case Change::Sizes: products_.erase(undo.product); break;
    }
    undo_.pop_back();
  }
}

void Ranges::at_most(Var var, const Form& bound) {
  info(var).at_most.push_back(bound);
  undo_.push_back({Change::AtMost, var.id, {}, {}});
}
void Ranges::at_least(Var var, const Form& bound) {
  info(var).at_least.push_back(bound);
  undo_.push_back({Change::AtLeast, var.id, {}, {}});
}
void Ranges::narrow(Var var, const Interval& interval) {
  Info& known = info(var);
  undo_.push_back({Change::Numbers, var.id, known.interval, {}});
  known.interval = known.interval.intersect(interval);
}

void Ranges::bind(Var var) {
  const Type* type = storage_.type(var);
  if (type->is_scalar() && is_integer(type->elem)) info(var);
  note_sizes(type);
}

// Note [Sizes of arrays]
void Ranges::note_sizes(const Type* type) {
  for (const Type* array : type->arrays) note_sizes(array);
  Linear all = 1;
  for (const Dim& dim : type->dims) {
    if (dim.is_varying()) continue;
    Form size = form(dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value));
    if (std::optional<Var> var = size.linear.as_variable()) {
      if (interval(*var).low < 0 || interval(*var).high > kMaxSize) narrow(*var, {0, kMaxSize});
    } else if (!size.linear.is_constant()) {
      assume_nonnegative(size);
    }
    all = all.times(size.linear).value_or(Linear(0));
  }
  if (all.constant() != 0 || all.terms().size() != 1) return;
  const Linear::Term& term = all.terms().front();
  if (term.factor != 1 || term.product[1] == 0) return;
  if (products_.emplace(term.product, Interval{0, kMaxSize}).second)
    undo_.push_back({Change::Sizes, 0, {}, term.product});
}

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

// ---- Assumptions

void Ranges::assume_at_least(const Atom& x, Wide at_least) {
  Form value = form(x);
  assume_nonnegative({value.linear - at_least, value.reason});
}

void Ranges::assume_equal(const Atom& x, const Atom& y) {
  compare(BinaryOp::Eq, x, y, Truth::True, {});
}

// A bound for each variable that stands in it alone and with the factor 1 or -1.
void Ranges::assume_nonnegative(const Form& form) {
  if (form.linear.terms().size() > 4) return;
  for (const Linear::Term& term : form.linear.terms()) {
    Var var{term.product[0]};
    if (term.product[1] != 0 || (term.factor != 1 && term.factor != -1)) continue;
    std::optional<Linear::Split> parts = form.linear.split(var);
    if (!parts || !parts->factor.is_constant()) continue;
    if (term.factor == 1) {
      at_least(var, {Linear(0) - parts->rest, form.reason});
    } else {
      at_most(var, {parts->rest, form.reason});
    }
  }
}

void Ranges::assume(const Atom& condition, Truth truth, Var check) {
  if (condition.is_const()) return;
  auto it = conditions_.find(condition.var.id);
  if (it == conditions_.end()) return;
  Reason reason = check ? Reason{check, ++order_} : Reason{};
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

void Ranges::compare(BinaryOp op, const Atom& x, const Atom& y, Truth truth, const Reason& reason) {
  if (!is_integer(storage_.type(x)->elem)) return;
  Form left = form(x);
  Form right = form(y);
  Reason all = reason.and_also(left.reason).and_also(right.reason);
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
      } else if (std::optional<Reason> known = is_below(right, left, 0)) {
        all = all.and_also(*known);
        below(right, left, 1);
      } else if (std::optional<Reason> known_other = is_below(left, right, 0)) {
        all = all.and_also(*known_other);
        below(left, right, 1);
      }
      break;
    default: break;
  }
}

// ---- Conclusions

bool Ranges::prove(const Linear& form, Reason& reason, int& budget) const {
  Interval values = interval(form);
  if (values.low >= 0) return true;
  if (values.high < 0 || form.is_constant() || !form.is_small() || budget-- <= 0) return false;
  // The variables of innermost scopes first: their bounds mention those outside.
  std::vector<std::pair<uint32_t, Var>> vars;
  for (const Linear::Term& term : form.terms()) {
    for (uint32_t id : term.product) {
      const Info* known = find(Var{id});
      if (id != 0 && known != nullptr) vars.emplace_back(known->order, Var{id});
    }
  }
  std::ranges::sort(vars, [](const auto& a, const auto& b) { return a.first > b.first; });
  Var last;
  for (const auto& [order, var] : vars) {
    if (var != last && prove_with(form, var, reason, budget)) return true;
    last = var;
  }
  return false;
}

// By replacing this variable.
bool Ranges::prove_with(const Linear& form, Var var, Reason& reason, int& budget) const {
  std::optional<Linear::Split> parts = form.split(var);
  if (!parts) return false;
  const Info& known = *find(var);
  Reason used = reason;
  Interval sign = interval(parts->factor);
  bool positive = sign.low >= 0;
  if (!positive && sign.high > 0) {
    positive = prove(parts->factor, used, budget);
    if (!positive && !prove(Linear(0) - parts->factor, used, budget)) return false;
  }
  auto holds_with = [&](const Form& bound, Reason& because, int& steps) {
    std::optional<Linear> replaced = parts->factor.times(bound.linear);
    if (!replaced || bound.linear.mentions(var)) return false;
    Reason all = because.and_also(bound.reason);
    if (!prove(parts->rest + *replaced, all, steps)) return false;
    because = all;
    return true;
  };
  auto holds_in = [&](const Bounds& bounds, Reason& because, int& steps) {
    const std::vector<Form>& forms = positive ? bounds.at_least : bounds.at_most;
    for (const Form& bound : forms | std::views::reverse | std::views::take(kMaxBounds)) {
      if (holds_with(bound, because, steps)) return true;
    }
    Wide limit = positive ? bounds.interval.low : bounds.interval.high;
    bool is_limit = limit > -Interval::kInfinity && limit < Interval::kInfinity;
    return is_limit && holds_with({limit, {}}, because, steps);
  };
  if (!known.cases.empty()) {
    // Half of the search at most, since there may be a bound that does it.
    int steps = budget / 2;
    budget -= steps;
    Reason of_cases = used;
    bool holds = std::ranges::all_of(
        known.cases, [&](const Bounds& one) { return holds_in(one, of_cases, steps); });
    budget += steps > 0 ? steps : 0;
    if (holds) {
      reason = of_cases;
      return true;
    }
  }
  if (!holds_in(known, used, budget)) return false;
  reason = used;
  return true;
}

// x + by <= y
std::optional<Reason> Ranges::is_below(const Form& x, const Form& y, Wide by) const {
  Reason reason = x.reason.and_also(y.reason);
  if (prove(y.linear - x.linear - by, reason)) return reason;
  return std::nullopt;
}

std::optional<Ranges::Answer> Ranges::decide_comparison(BinaryOp op, const Form& x,
                                                        const Form& y) const {
  auto answer = [](Truth truth, const Reason& reason) {
    return std::optional(Answer{truth, reason});
  };
  // Of `x + by <= y` and its opposite.
  auto ordered = [&](const Form& a, const Form& b, Wide by) -> std::optional<Answer> {
    if (std::optional<Reason> yes = is_below(a, b, by)) return answer(Truth::True, *yes);
    if (std::optional<Reason> no = is_below(b, a, 1 - by)) return answer(Truth::False, *no);
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
      if (std::optional<Reason> less = is_below(x, y, 1)) return answer(if_not, *less);
      if (std::optional<Reason> more = is_below(y, x, 1)) return answer(if_not, *more);
      std::optional<Reason> at_most = is_below(x, y, 0);
      std::optional<Reason> at_least = at_most ? is_below(y, x, 0) : std::nullopt;
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

// ---- Branches

bool Ranges::is_from_outside(const Form& form) const {
  uint32_t before = scopes_.back().order;
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
  auto begin = undo_.begin() + static_cast<std::ptrdiff_t>(scopes_.back().undo);
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

void Ranges::set_cases(Var var, std::vector<Bounds> cases) {
  if (cases.size() <= kMaxCases) info(var).cases = std::move(cases);
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
        std::optional<Reason> reason = holds(own);
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
