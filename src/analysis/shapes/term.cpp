#include "analysis/shapes/term.h"

#include <algorithm>

namespace planish::shapes {

namespace {

// Products of two of them still fit.
constexpr Wide kMaxFactor = Wide{1} << 57;

bool is_large(const Linear& linear) {
  auto large = [](Wide x) { return x > kMaxFactor || x < -kMaxFactor; };
  return !linear.is_small() || large(linear.constant()) ||
         std::ranges::any_of(linear.terms(), large, &Linear::Term::factor);
}

template <class T>
void unite(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& item : more) {
    auto at = std::ranges::lower_bound(all, item.id, {}, &T::id);
    if (at == all.end() || !(*at == item)) all.insert(at, item);
  }
}

// A number that no key of an operation in the program begins with.
constexpr uint64_t kTooLarge = ~uint64_t{0};

}  // namespace

size_t Terms::KeyHash::operator()(const std::vector<uint64_t>& key) const {
  size_t hash = key.size();
  for (uint64_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15 + (hash >> 29);
  return hash;
}

Terms::Terms() {
  symbols_.emplace_back();  // products use 0 for no symbol
  functions_.emplace_back();
  intern(Linear(0));
  Symbol nothing;
  nothing.kind = SymbolKind::NothingYet;
  nothing.has_nothing_yet = true;
  nothing_yet_ = symbol_term(nothing);
}

Term Terms::intern(const Linear& linear) {
  std::vector<uint64_t> key;
  auto add = [&](Wide wide) {
    key.push_back(static_cast<uint64_t>(wide));
    key.push_back(static_cast<uint64_t>(wide >> 64));
  };
  add(linear.constant());
  for (const Linear::Term& term : linear.terms()) {
    for (uint32_t id : term.product) key.push_back(id);
    add(term.factor);
  }
  auto [it, is_new] = linear_ids_.try_emplace(std::move(key), linears_.size());
  if (is_new) linears_.push_back(linear);
  return {it->second};
}

Function Terms::large_operation(ir::BinaryOp op) {
  FunctionInfo info;
  info.source = Source::Operation;
  info.name = ir::op_text(op);
  return operation({kTooLarge, static_cast<uint64_t>(op)}, info);
}

// The polynomial, or an application of the operation if it is too large to be useful.
Term Terms::keep(const Linear& linear, ir::BinaryOp op, Term x, Term y) {
  if (!is_large(linear)) return intern(linear);
  return apply(large_operation(op), std::vector<Term>{x, y});
}

Term Terms::plus(Term x, Term y) { return keep(linear(x) + linear(y), ir::BinaryOp::Add, x, y); }
Term Terms::minus(Term x, Term y) { return keep(linear(x) - linear(y), ir::BinaryOp::Sub, x, y); }

Linear Terms::factor_of(const Product& product, Wide factor) const {
  Linear result(factor);
  for (size_t i = 0; i < product.size() && product[i] != 0; i++) {
    bool again = i > 0 && product[i] == product[i - 1] && symbols_[product[i]].is_truth;
    if (!again) result = *result.times(Linear::variable({product[i]}));
  }
  return result;
}

// A condition times itself is itself.
Linear Terms::without_squares(const Linear& linear) const {
  Linear result(linear.constant());
  for (const Linear::Term& term : linear.terms())
    result = result + factor_of(term.product, term.factor);
  return result;
}

Term Terms::times(Term x, Term y) {
  std::optional<Linear> product = linear(x).times(linear(y));
  if (product && !is_large(*product)) return intern(without_squares(*product));
  if (y.id < x.id) std::swap(x, y);
  return apply(large_operation(ir::BinaryOp::Mul), std::vector<Term>{x, y});
}

Term Terms::symbol_term(Symbol symbol) {
  std::vector<uint64_t> key{static_cast<uint64_t>(symbol.kind), symbol.index.id,
                            symbol.function.id};
  for (Term arg : symbol.args) key.push_back(arg.id);
  auto [it, is_new] = symbol_ids_.try_emplace(std::move(key), symbols_.size());
  if (is_new) symbols_.push_back(std::move(symbol));
  return intern(Linear::variable({it->second}));
}

Term Terms::index(Index index) {
  Symbol symbol;
  symbol.kind = SymbolKind::Index;
  symbol.index = index;
  symbol.free = {index};
  return symbol_term(std::move(symbol));
}

Term Terms::apply(Function function, std::span<const Term> args) {
  Symbol symbol;
  symbol.kind = SymbolKind::Apply;
  symbol.function = function;
  symbol.args.assign(args.begin(), args.end());
  symbol.is_truth = info(function).gives == FunctionInfo::Gives::Truth;
  for (Term arg : args) {
    for (uint32_t id : symbols_in(arg)) {
      symbol.size += symbols_[id].size;
      symbol.sums = std::max(symbol.sums, symbols_[id].sums);
      symbol.has_nothing_yet |= symbols_[id].has_nothing_yet;
    }
    unite(symbol.free, indices(arg));
  }
  return symbol.size <= kMaxSize ? symbol_term(std::move(symbol))
                                 : any_like(symbol, info(function));
}

// Instead of a symbol that is too large to be compared: some number that depends on the same
// indices.
Term Terms::any_like(const Symbol& symbol, const FunctionInfo& info) {
  std::vector<Term> needed;
  for (Index free : symbol.free) needed.push_back(index(free));
  if (symbol.has_nothing_yet) needed.push_back(nothing_yet());
  FunctionInfo any = info;
  any.source = Source::Unknown;  // not the same for the same arguments elsewhere
  Symbol instead = symbol;
  instead.kind = SymbolKind::Apply;
  instead.function = new_function(any);
  instead.args = std::move(needed);
  instead.size = static_cast<uint32_t>(instead.args.size()) + 1;
  instead.sums = 0;
  return symbol_term(std::move(instead));
}

Term Terms::sum(Term bound, Index index, Term body) {
  Term result = times(number(linear(body).constant()), bound);
  for (const Linear::Term& term : linear(body).terms()) {
    Product inner{};
    Linear outer(term.factor);
    size_t count = 0;
    uint32_t sums = 0;
    for (uint32_t id : term.product) {
      if (id == 0) continue;
      if (std::ranges::find(symbols_[id].free, index) == symbols_[id].free.end()) {
        outer = *outer.times(Linear::variable({id}));
      } else {
        inner[count++] = id;
        sums = std::max(sums, symbols_[id].sums);
      }
    }
    if (count == 0) {
      result = plus(result, times(intern(outer), bound));
      continue;
    }
    for (uint32_t id : symbols_in(bound)) sums = std::max(sums, symbols_[id].sums);
    Symbol symbol;
    symbol.kind = SymbolKind::Sum;
    symbol.sums = sums + 1;
    symbol.index = {static_cast<uint32_t>(kPlaces) + symbol.sums - 1};
    Term part = intern(factor_of(inner, 1));
    symbol.args = {bound,
                   substitute(part, std::vector<Replacement>{{index, this->index(symbol.index)}})};
    symbol.free = indices(part);
    std::erase(symbol.free, index);
    unite(symbol.free, indices(bound));
    symbol.has_nothing_yet = has_nothing_yet(part) || has_nothing_yet(bound);
    for (Term arg : symbol.args) {
      for (uint32_t id : symbols_in(arg)) symbol.size += symbols_[id].size;
    }
    bool fits = symbol.size <= kMaxSize && symbol.sums <= kMaxSums;
    Term total = fits ? symbol_term(std::move(symbol)) : any_like(symbol, {});
    result = plus(result, times(intern(outer), total));
  }
  return result;
}

Function Terms::new_function(const FunctionInfo& info) {
  functions_.push_back(info);
  return {static_cast<uint32_t>(functions_.size() - 1)};
}

Function Terms::operation(const std::vector<uint64_t>& key, const FunctionInfo& info) {
  auto [it, is_new] = operation_ids_.try_emplace(key, functions_.size());
  if (is_new) functions_.push_back(info);
  return {it->second};
}

std::optional<Wide> Terms::as_number(Term term) const {
  const Linear& form = linear(term);
  return form.is_constant() ? std::optional(form.constant()) : std::nullopt;
}

const Terms::Symbol* Terms::as_symbol(Term term) const {
  std::optional<ir::Var> var = linear(term).as_variable();
  return var ? &symbols_[var->id] : nullptr;
}

std::vector<uint32_t> Terms::symbols_in(Term term) const {
  std::vector<uint32_t> ids;
  for (const Linear::Term& part : linear(term).terms()) {
    for (uint32_t id : part.product) {
      if (id != 0 && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
  }
  return ids;
}

std::vector<Index> Terms::indices(Term term) const {
  std::vector<Index> all;
  for (uint32_t id : symbols_in(term)) unite(all, symbols_[id].free);
  return all;
}

bool Terms::mentions(Term term, Index index) const {
  return std::ranges::any_of(symbols_in(term), [&](uint32_t id) {
    const std::vector<Index>& free = symbols_[id].free;
    return std::ranges::find(free, index) != free.end();
  });
}

bool Terms::mentions(Term term, Function function) const {
  return std::ranges::any_of(symbols_in(term), [&](uint32_t id) {
    const Symbol& symbol = symbols_[id];
    return (symbol.kind == SymbolKind::Apply && symbol.function == function) ||
           std::ranges::any_of(symbol.args, [&](Term arg) { return mentions(arg, function); });
  });
}

bool Terms::is_truth(Term term) const {
  const Symbol* symbol = as_symbol(term);
  return symbol != nullptr && symbol->is_truth;
}

bool Terms::has_nothing_yet(Term term) const {
  return std::ranges::any_of(symbols_in(term),
                             [&](uint32_t id) { return symbols_[id].has_nothing_yet; });
}

// ---- Rewriting

Term Terms::rewrite_symbol(uint32_t id, Rewriter& rewriter) {
  auto known = rewriter.done_.find(id);
  if (known != rewriter.done_.end()) return known->second;
  const Symbol symbol = symbols_[id];  // a copy: symbols are added meanwhile
  Term self = intern(Linear::variable({id}));
  Term result = self;
  switch (symbol.kind) {
    case SymbolKind::NothingYet: break;
    case SymbolKind::Index: result = rewriter.index(symbol.index).value_or(self); break;
    case SymbolKind::Apply: {
      std::vector<Term> args;
      for (Term arg : symbol.args) args.push_back(rewrite(arg, rewriter));
      std::optional<Term> other = rewriter.apply(symbol.function, args);
      result = other ? *other : args == symbol.args ? self : apply(symbol.function, args);
      break;
    }
    case SymbolKind::Sum: {
      // An index of its own, so that nothing that is put in is caught by the sum.
      Index own = new_index();
      Term body = substitute(symbol.args[1], std::vector<Replacement>{{symbol.index, index(own)}});
      result = sum(rewrite(symbol.args[0], rewriter), own, rewrite(body, rewriter));
      break;
    }
  }
  rewriter.done_.emplace(id, result);
  return result;
}

Term Terms::rewrite(Term term, Rewriter& rewriter) {
  if (!rewriter.concerns(term)) return term;
  const Linear form = linear(term);
  Term result = number(form.constant());
  for (const Linear::Term& part : form.terms()) {
    Term product = number(part.factor);
    for (uint32_t id : part.product) {
      if (id != 0) product = times(product, rewrite_symbol(id, rewriter));
    }
    result = plus(result, product);
  }
  return result;
}

Term Terms::substitute(Term term, std::span<const Replacement> by) {
  struct Substitute : Rewriter {
    Substitute(const Terms& all, std::span<const Replacement> list) : terms(all), by(list) {}
    bool concerns(Term t) override {
      return std::ranges::any_of(by, [&](const auto& r) { return terms.mentions(t, r.index); });
    }
    std::optional<Term> index(Index index) override {
      auto it = std::ranges::find(by, index, &Replacement::index);
      return it == by.end() ? std::nullopt : std::optional(it->by);
    }
    const Terms& terms;
    std::span<const Replacement> by;
  } rewriter(*this, by);
  return rewrite(term, rewriter);
}

}  // namespace planish::shapes
