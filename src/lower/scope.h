// What names stand for while code is lowered.
#pragma once

#include <deque>
#include <unordered_map>

#include "lower/closure.h"
#include "lower/frame.h"
#include "sema/types/symbol.h"

namespace planish::lower {

// A size or type that was chosen for a parameter, evaluated when it is needed: some sizes in it may
// come into existence only after the choice was made.
struct LateSize {
  const Size* size = nullptr;
  Scope* scope = nullptr;
};
struct LateType {
  const Type* type = nullptr;
  Scope* scope = nullptr;
  const Shape* shape = nullptr;  // once it is known
  // Whether sizes that are not known yet are the same wherever the parameter stands. For '~b and
  // '^b they are not: a function `a -> b` may give arrays of another size with each call.
  enum class Sizes : uint8_t { OfAllUses, OfEachUse } sizes = Sizes::OfAllUses;
};

// The names of one activation of a piece of code. Each name is bound once.
struct Scope {
  Scope* parent = nullptr;
  const Frame* frame = nullptr;
  std::unordered_map<const ValueSymbol*, const AtomTree*> values;
  std::unordered_map<const ValueSymbol*, LateSize> late_sizes;
  std::unordered_map<const TypeSymbol*, LateType> types;

  const AtomTree* find(const ValueSymbol* symbol) const {
    for (const Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->values.find(symbol); it != s->values.end()) return it->second;
    }
    return nullptr;
  }
  LateSize* find_late(const ValueSymbol* symbol) {
    for (Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->late_sizes.find(symbol); it != s->late_sizes.end()) return &it->second;
    }
    return nullptr;
  }
  LateType* find(const TypeSymbol* symbol) {
    for (Scope* s = this; s != nullptr; s = s->parent) {
      if (auto it = s->types.find(symbol); it != s->types.end()) return &it->second;
    }
    return nullptr;
  }
};

// Owns all scopes: closures refer to them until the program is done.
class Scopes {
 public:
  Scope* make(Scope* parent, const Frame* frame) {
    Scope& made = scopes_.emplace_back();
    made.parent = parent;
    made.frame = frame;
    return &made;
  }

 private:
  std::deque<Scope> scopes_;  // addresses are stable
};

}  // namespace planish::lower
