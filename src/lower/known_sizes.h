// Which sizes have a value that is known where code is being made.
//
// Names of sizes are bound in scopes, terms such as `n + 1` are kept here. What was learnt inside a
// body is forgotten at its end, since its variables are out of scope after it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lower/scope.h"
#include "values/emitter.h"

namespace planish::lower {

class KnownSizes final : public BodyObserver {
 public:
  // A term, read in the scope or in one around it.
  std::optional<Atom> find(const Size* term, const Scope& scope) const;
  // The first value that is remembered stays.
  void remember(const Size* term, Scope& scope, Atom atom);
  // Binds a name in the scope, until it is forgotten.
  void bind(const ValueSymbol* symbol, const AtomTree* value, Scope& scope);

  // What was learnt since mark() is forgotten by forget_since().
  size_t mark() const override { return log_.size(); }
  void forget_since(size_t mark) override;
  void forget_terms();
  // Another number each time after something was forgotten, and for each function.
  uint64_t epoch() const { return epoch_; }
  // Others that are known from now on, in another function; gives those until now.
  KnownSizes exchange(KnownSizes other);

 private:
  struct Learnt {
    const Size* term = nullptr;  // in terms_
    Scope* scope = nullptr;
    const ValueSymbol* symbol = nullptr;  // or a name in the scope
  };
  std::map<std::pair<const Size*, const Scope*>, Atom> terms_;
  std::vector<Learnt> log_;
  uint64_t epoch_ = 0;
};

}  // namespace planish::lower
