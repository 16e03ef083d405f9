// Names in the consumption analysis: what they are bound to, and the sizes in their types.
#pragma once

#include "sema/consumption/ledger.h"

namespace planish::consumption {

class Names : public Ledger {
 public:
  using Ledger::Ledger;

  // The aliases of a variable that is used here.
  const Aliases* observe(const ValueSymbol* symbol, const Type* type, Loc loc);
  Binding* find(const ValueSymbol* symbol);
  void bind(const ValueSymbol* symbol, const Type* type, const Aliases* value);
  // The type of a variable, as a whole; null for locals that cannot have aliases.
  const Type* type_of(const ValueSymbol* symbol);
  bool is_function(const ValueSymbol* symbol);
  // Binds a name to a value with these aliases, and its own.
  OwnerId bind_variable(const ValueSymbol* symbol, const Type* type, const Aliases* value,
                        Role role);
  void bind_pattern(const ast::Pattern* pattern, const Aliases* value, Role role);
  // Calls f(leaf pattern, value, ascribed) for names and wildcards.
  template <class F>
  void walk_pattern(const ast::Pattern* pattern, const Aliases* value, bool ascribed, F& f);
  void check_pattern_types(const ast::Pattern* pattern);
  void check_type_sizes(const ast::TypeExpr* type);

 private:
  const Aliases* global(const ValueSymbol* symbol, const Type* type);
  const Aliases* with_own(const Type* type, const Aliases* value, OwnerId owner, AtomId atom,
                          bool always);
  AtomId field_atom(AtomId sum, Name field);
  void check_size(const ast::Dim& dim);

  struct SumField {
    AtomId sum;
    Name field;
    AtomId atom;
  };
  std::vector<SumField> sum_fields_;  // of the variable being bound
};

template <class F>
void Names::walk_pattern(const ast::Pattern* pattern, const Aliases* value, bool ascribed, F& f) {
  ast::match(
      pattern, [&](const ast::NamePat& p) { f(p, value, ascribed); },
      [&](const ast::WildcardPat&) {},
      [&](const ast::TuplePat& p) {
        for (size_t i = 0; i < p.elems.size(); i++)
          walk_pattern(p.elems[i], part(value, i), ascribed, f);
      },
      [&](const ast::RecordPat& p) {
        auto* record = p.type != nullptr ? as<RecordType>(p.type) : nullptr;
        for (const ast::FieldPat& field : p.fields) {
          const Aliases* v =
              record != nullptr ? part(value, field_index(*record, field.name.name)) : value;
          walk_pattern(field.pattern, v, ascribed, f);
        }
      },
      [&](const ast::ParensPat& p) { walk_pattern(p.inner, value, ascribed, f); },
      [&](const ast::AscribePat& p) { walk_pattern(p.inner, value, true, f); },
      [&](const ast::LiteralPat&) {},
      [&](const ast::ConstrPat& p) {
        auto* sum = p.type != nullptr ? as<SumType>(p.type) : nullptr;
        size_t offset = sum != nullptr ? constructor_offset(*sum, p.name.name) : 0;
        for (size_t i = 0; i < p.args.size(); i++) {
          walk_pattern(p.args[i], sum != nullptr ? part(value, offset + i) : value, ascribed, f);
        }
      },
      [&](const ast::AttrPat& p) { walk_pattern(p.inner, value, ascribed, f); });
}

}  // namespace planish::consumption
