// Putting types and values in place of the abstract types and values of a module type, in types and
// whole modules.
#pragma once

#include <unordered_map>
#include <vector>

#include "sema/modules/module_context.h"

namespace planish {

// A type scheme after a substitution.
struct SubstitutedScheme {
  std::span<const SchemeParam> params;
  const Type* type = nullptr;
  // Sizes that an abstract type left open outside of all results, as in `t -> i32` when t becomes
  // `?[k].[k]bool`. They are the last parameters.
  size_t opened = 0;
};

class ModuleSubstitution {
 public:
  explicit ModuleSubstitution(ModuleContext& mc) : mc_(mc), types_(mc.cx.types) {}

  // From now on, `from` becomes `to`: an abbreviation, whose definition takes its place, or another
  // abstract type.
  void set(TypeSymbol* from, TypeSymbol* to) { type_symbols_[from] = to; }
  // Sizes that mention `from` mention `to` instead.
  void set(ValueSymbol* from, ValueSymbol* to) { values_[from] = to; }
  TypeSymbol* find(TypeSymbol* from) const {
    auto it = type_symbols_.find(from);
    return it != type_symbols_.end() ? it->second : nullptr;
  }
  ValueSymbol* find(ValueSymbol* from) const {
    auto it = values_.find(from);
    return it != values_.end() ? it->second : nullptr;
  }

  // Appends the sizes that were left open outside of all results to `opened`.
  const Type* apply(const Type* type, std::vector<ValueSymbol*>& opened);
  SubstitutedScheme apply_scheme(const ValueSymbol& symbol);

  // A copy of the module type in which all values are new, and all abstract types that nothing was
  // set for.
  ModType instantiate(const ModType& type);

 private:
  const Size* apply(const Size* size);
  const Type* expand(const NamedType& type, TypeSymbol* to, std::vector<ValueSymbol*>& opened);
  const Type* apply_arrow(const ArrowType& type, std::vector<ValueSymbol*>& opened);

  // Copies are made in two steps, as types may mention values that come later.
  ModType outline(const ModType& type) { return {type.abstract, outline(type.shape), type.hidden}; }
  Module* outline(Module* module);
  ValueSymbol* outline(ValueSymbol* value);
  void complete(const Module& from);
  void complete(ValueSymbol* value);
  void complete_env(const Env& from, Env& to);
  TypeSymbol* complete(TypeSymbol* type);

  ModuleContext& mc_;
  TypeTable& types_;
  std::unordered_map<TypeSymbol*, TypeSymbol*> type_symbols_;
  std::unordered_map<ValueSymbol*, ValueSymbol*> values_;  // what sizes mention
  struct ModuleCopy {
    Module* module = nullptr;
    bool complete = false;
  };
  std::unordered_map<const Module*, ModuleCopy> modules_;
  std::unordered_map<ValueSymbol*, ValueSymbol*> copies_;
};

}  // namespace planish
