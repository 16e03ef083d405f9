#include "analysis/known_bounds.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

namespace {

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

const KnownBounds::Info* KnownBounds::find(Var var) const {
  auto it = infos_.find(var.id);
  return it == infos_.end() ? nullptr : &it->second;
}

KnownBounds::Info& KnownBounds::info(Var var) {
  auto [it, is_new] = infos_.try_emplace(var.id);
  if (is_new) {
    it->second.interval = interval_of(storage_.type(var)->elem);
    it->second.order = ++order_;
  }
  return it->second;
}

KnownBounds::Form KnownBounds::form(const Atom& atom) const {
  if (atom.is_const()) return {number(atom.constant), {}};
  const Info* known = find(atom.var);
  if (known != nullptr && known->value) return *known->value;
  return {Linear::variable(atom.var), {}};
}

Interval KnownBounds::interval(Var var) const {
  const Info* known = find(var);
  return known == nullptr ? interval_of(storage_.type(var)->elem) : known->interval;
}

Interval KnownBounds::interval(const Product& product) const {
  auto it = products_.find(product);
  Interval result{1, 1};
  for (uint32_t var : product) {
    if (var != 0) result = result * interval(Var{var});
  }
  return it == products_.end() ? result : result.intersect(it->second);
}

Interval KnownBounds::interval(const Linear& form) const {
  Interval result{form.constant(), form.constant()};
  for (const Linear::Term& term : form.terms())
    result = result + interval(term.product) * Interval{term.factor, term.factor};
  return result;
}

void KnownBounds::leave() {
  size_t end = levels_.back().undo;
  levels_.pop_back();
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

void KnownBounds::at_most(Var var, const Form& bound) {
  info(var).at_most.push_back(bound);
  undo_.push_back({Change::AtMost, var.id, {}, {}});
}

void KnownBounds::at_least(Var var, const Form& bound) {
  info(var).at_least.push_back(bound);
  undo_.push_back({Change::AtLeast, var.id, {}, {}});
}

void KnownBounds::narrow(Var var, const Interval& interval) {
  Info& known = info(var);
  undo_.push_back({Change::Numbers, var.id, known.interval, {}});
  known.interval = known.interval.intersect(interval);
}

void KnownBounds::bind(Var var) {
  const Type* type = storage_.type(var);
  if (type->is_scalar() && is_integer(type->elem)) info(var);
  note_sizes(type);
}

// Note [Sizes of arrays]
void KnownBounds::note_sizes(const Type* type) {
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

// A bound for each variable that stands in it alone and with the factor 1 or -1.
void KnownBounds::assume_nonnegative(const Form& form) {
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

bool KnownBounds::prove(const Linear& form, LastCheck& reason, int& budget) const {
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
bool KnownBounds::prove_with(const Linear& form, Var var, LastCheck& reason, int& budget) const {
  std::optional<Linear::Split> parts = form.split(var);
  if (!parts) return false;
  const Info& known = *find(var);
  LastCheck used = reason;
  Interval sign = interval(parts->factor);
  bool positive = sign.low >= 0;
  if (!positive && sign.high > 0) {
    positive = prove(parts->factor, used, budget);
    if (!positive && !prove(Linear(0) - parts->factor, used, budget)) return false;
  }
  auto holds_with = [&](const Form& bound, LastCheck& because, int& steps) {
    std::optional<Linear> replaced = parts->factor.times(bound.linear);
    if (!replaced || bound.linear.mentions(var)) return false;
    LastCheck all = because.and_also(bound.reason);
    if (!prove(parts->rest + *replaced, all, steps)) return false;
    because = all;
    return true;
  };
  auto holds_in = [&](const Bounds& bounds, LastCheck& because, int& steps) {
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
    LastCheck of_cases = used;
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

void KnownBounds::set_cases(Var var, std::vector<Bounds> cases) {
  if (cases.size() <= kMaxCases) info(var).cases = std::move(cases);
}

// x + by <= y
std::optional<LastCheck> KnownBounds::is_below(const Form& x, const Form& y, Wide by) const {
  LastCheck reason = x.reason.and_also(y.reason);
  if (prove(y.linear - x.linear - by, reason)) return reason;
  return std::nullopt;
}

bool KnownBounds::fits(const Form& form, Prim prim, LastCheck& reason) const {
  Interval all = interval_of(prim);
  return form.linear.is_small() && prove(form.linear - all.low, reason) &&
         prove(Linear(all.high) - form.linear, reason);
}

}  // namespace planish
