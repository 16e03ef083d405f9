#include "passes/rows/known_sizes.h"

namespace planish::passes {

using namespace ir;
using shapes::Term;

void KnownSizes::note(Var var, const Atom& now) {
  const shapes::ShapedValue* value = shapes_.find(var);
  if (value == nullptr || !is_size(storage_.type(var))) return;
  if (shapes_.checks(var).empty()) note(value->element, now);
}

void KnownSizes::note(Term term, const Atom& now) {
  if (by_term_.try_emplace(term, now).second) numbers_.push_back(term);
}

void KnownSizes::forget(size_t numbers, size_t checks) {
  for (; numbers_.size() > numbers; numbers_.pop_back()) by_term_.erase(numbers_.back());
  checks_.resize(checks);
}

std::optional<Atom> KnownSizes::find(Term term) const {
  if (shapes_.terms().has_nothing_yet(term)) return std::nullopt;
  if (std::optional<Wide> number = shapes_.terms().as_number(term)) {
    bool fits = *number >= INT64_MIN && *number <= INT64_MAX;
    return fits ? std::optional(Atom::i64(static_cast<int64_t>(*number))) : std::nullopt;
  }
  auto it = by_term_.find(term);
  return it == by_term_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<Atom> KnownSizes::find(Var var) const {
  const shapes::ShapedValue* value = shapes_.find(var);
  bool usable = value != nullptr && is_size(storage_.type(var)) && shapes_.checks(var).empty();
  return usable ? find(value->element) : std::nullopt;
}

}  // namespace planish::passes
