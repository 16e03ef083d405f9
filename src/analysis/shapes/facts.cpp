#include "analysis/shapes/facts.h"

#include <algorithm>

namespace planish::shapes {

namespace {

// How often facts are applied to what facts gave.
constexpr int kMaxSteps = 32;

class Normal : public Terms::Rewriter {
 public:
  Normal(Terms& terms, const std::vector<Fact>& facts, std::vector<ir::Var>* checks, int steps)
      : terms_(terms), facts_(facts), checks_(checks), steps_(steps) {}

  std::optional<Term> apply(Function function, std::span<const Term> args) override {
    // What all branches give.
    bool same = terms_.info(function).source == Source::Branch && args.size() > 1 &&
                std::ranges::all_of(args.subspan(1), [&](Term arg) { return arg == args[1]; });
    if (same) return args[1];
    for (const Fact& fact : facts_) {
      if (fact.function != function || fact.args.size() != args.size()) continue;
      std::optional<std::vector<Terms::Replacement>> by = match(fact, args);
      if (!by) continue;
      if (checks_ != nullptr) {
        for (ir::Var check : fact.checks) {
          if (std::ranges::find(*checks_, check) == checks_->end()) checks_->push_back(check);
        }
      }
      Term value = terms_.substitute(fact.value, *by);
      if (steps_ == 0) return value;
      Normal again(terms_, facts_, checks_, steps_ - 1);
      return terms_.rewrite(value, again);
    }
    return std::nullopt;
  }

 private:
  std::optional<std::vector<Terms::Replacement>> match(const Fact& fact,
                                                       std::span<const Term> args) {
    std::vector<Terms::Replacement> by;
    for (size_t i = 0; i < args.size(); i++) {
      const Terms::Symbol* symbol = terms_.as_symbol(fact.args[i]);
      bool free = symbol != nullptr && symbol->kind == Terms::SymbolKind::Index &&
                  std::ranges::find(fact.any, symbol->index) != fact.any.end();
      if (free) {
        auto earlier = std::ranges::find(by, symbol->index, &Terms::Replacement::index);
        if (earlier == by.end()) {
          by.push_back({symbol->index, args[i]});
        } else if (earlier->by != args[i]) {
          return std::nullopt;
        }
      } else if (fact.args[i] != args[i]) {
        return std::nullopt;
      }
    }
    return by;
  }

  Terms& terms_;
  const std::vector<Fact>& facts_;
  std::vector<ir::Var>* checks_;
  int steps_;
};

}  // namespace

std::vector<Fact> Facts::leave() {
  size_t start = scopes_.back();
  scopes_.pop_back();
  std::vector<Fact> learnt(facts_.begin() + static_cast<std::ptrdiff_t>(start), facts_.end());
  facts_.resize(start);
  return learnt;
}

std::vector<Fact> Facts::leave_for_all(Index index) {
  std::vector<Fact> kept;
  for (Fact& fact : leave()) {
    Term self = terms_.index(index);
    bool is_argument = std::ranges::find(fact.args, self) != fact.args.end();
    bool is_in_argument = std::ranges::any_of(
        fact.args, [&](Term arg) { return arg != self && terms_.mentions(arg, index); });
    bool is_lost = !is_argument && terms_.mentions(fact.value, index);
    if (is_in_argument || is_lost) continue;
    if (is_argument) fact.any.push_back(index);
    kept.push_back(fact);
  }
  return kept;
}

Term Facts::normal(Term term, std::vector<ir::Var>* checks) const {
  if (facts_.empty()) return term;
  Normal rewriter(terms_, facts_, checks, kMaxSteps);
  return terms_.rewrite(term, rewriter);
}

// The difference is 0. If the symbol stands in it once, with the factor 1 or -1, the rest says what
// it is.
std::optional<Fact> Facts::fact_for(uint32_t id, Term difference) const {
  const Terms::Symbol& symbol = terms_.symbol(id);
  bool is_unknown = symbol.kind == Terms::SymbolKind::Apply &&
                    terms_.info(symbol.function).source != Source::Operation;
  if (!is_unknown) return std::nullopt;
  std::optional<Linear::Split> parts = terms_.linear(difference).split({id});
  if (!parts || !parts->factor.is_constant()) return std::nullopt;
  Wide factor = parts->factor.constant();
  if (factor != 1 && factor != -1) return std::nullopt;
  Fact fact{symbol.function, symbol.args, {}, {}, {}};
  Linear value = factor == 1 ? Linear(0) - parts->rest : parts->rest;
  Term rest = terms_.number(value.constant());
  for (const Linear::Term& part : value.terms()) {
    Term product = terms_.number(part.factor);
    for (uint32_t other : part.product) {
      if (other == 0) continue;
      Term one = terms_.term_of(other);
      product = terms_.times(product, one);
    }
    rest = terms_.plus(rest, product);
  }
  // A symbol that is a function of itself would be replaced without an end.
  if (terms_.mentions(rest, symbol.function)) return std::nullopt;
  fact.value = rest;
  return fact;
}

void Facts::learn_equal(Term x, Term y, std::span<const ir::Var> checks) {
  std::vector<ir::Var> reasons(checks.begin(), checks.end());
  Term difference = terms_.minus(normal(x, &reasons), normal(y, &reasons));
  if (terms_.as_number(difference)) return;
  // What depends on more indices is replaced by what depends on fewer, then what is newer by what
  // is older.
  std::vector<uint32_t> candidates = terms_.symbols_in(difference);
  std::ranges::sort(candidates, [&](uint32_t a, uint32_t b) {
    size_t free_a = terms_.symbol(a).free.size();
    size_t free_b = terms_.symbol(b).free.size();
    return free_a != free_b ? free_a > free_b : a > b;
  });
  for (uint32_t id : candidates) {
    std::optional<Fact> fact = fact_for(id, difference);
    if (!fact) continue;
    fact->checks = reasons;
    facts_.push_back(*fact);
    return;
  }
}

void Facts::learn_for_all(Term x, Term y, std::span<const Index> indices,
                          std::span<const ir::Var> checks) {
  // Indices of its own, so that the fact does not speak of places of other arrays.
  std::vector<Terms::Replacement> by;
  std::vector<Index> own;
  for (Index index : indices) {
    own.push_back(terms_.new_index());
    by.push_back({index, terms_.index(own.back())});
  }
  size_t before = facts_.size();
  learn_equal(terms_.substitute(x, by), terms_.substitute(y, by), checks);
  if (facts_.size() == before) return;
  Fact& fact = facts_.back();
  auto is_argument = [&](Index index) {
    return std::ranges::find(fact.args, terms_.index(index)) != fact.args.end();
  };
  auto is_used = [&](Index index) {
    return terms_.mentions(fact.value, index) ||
           std::ranges::any_of(fact.args, [&](Term arg) { return terms_.mentions(arg, index); });
  };
  for (Index index : own) {
    if (is_argument(index)) {
      fact.any.push_back(index);
    } else if (is_used(index)) {
      facts_.pop_back();
      return;
    }
  }
}

}  // namespace planish::shapes
