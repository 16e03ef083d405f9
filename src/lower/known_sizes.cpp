#include "lower/known_sizes.h"

namespace planish::lower {

std::optional<Atom> KnownSizes::find(const Size* term, const Scope& scope) const {
  for (const Scope* s = &scope; s != nullptr; s = s->parent) {
    if (auto it = terms_.find({term, s}); it != terms_.end()) return it->second;
  }
  return std::nullopt;
}

void KnownSizes::remember(const Size* term, Scope& scope, Atom atom) {
  if (terms_.emplace(std::pair<const Size*, const Scope*>(term, &scope), atom).second)
    log_.push_back({term, &scope, nullptr});
}

void KnownSizes::bind(const ValueSymbol* symbol, const AtomTree* value, Scope& scope) {
  scope.values[symbol] = value;
  log_.push_back({nullptr, &scope, symbol});
}

void KnownSizes::forget_since(size_t mark) {
  if (log_.size() > mark) epoch_++;
  while (log_.size() > mark) {
    auto [term, scope, symbol] = log_.back();
    log_.pop_back();
    if (term != nullptr)
      terms_.erase({term, scope});
    else
      scope->values.erase(symbol);
  }
}

void KnownSizes::forget_terms() {
  epoch_++;
  terms_.clear();
  std::erase_if(log_, [](const Learnt& learnt) { return learnt.term != nullptr; });
}

KnownSizes KnownSizes::exchange(KnownSizes other) {
  other.epoch_ = epoch_ + 1;
  return std::exchange(*this, std::move(other));
}

}  // namespace planish::lower
