// How the parameters of a type scheme were chosen at one use of a name.
//
// The checker says so for the symbol that was used. Where that is a view of a definition, through a
// module type or the application of a parametric module, the definition has parameters of its own:
// they are found by comparing its type with the view's.
#pragma once

#include <set>
#include <utility>

#include "lower/shapes.h"

namespace planish::lower {

// A use of a symbol: the one that is named, what the checker chose for its parameters (may be
// null), the type at the use (may be null), and the scope of the use.
struct SymbolUse {
  const ValueSymbol* symbol = nullptr;
  const Instance* instance = nullptr;
  const Type* type = nullptr;
  Scope& scope;
};

class SchemeInstances {
 public:
  explicit SchemeInstances(Lowering& lowering);

  // A scope in which the parameters of the definition's type scheme are bound as the use says.
  Scope* scope(const ValueDef& def, Scope* parent, const SymbolUse& use);

 private:
  using MatchedSizes = std::set<std::pair<const Size*, const Size*>>;  // those that are large

  // Binds parameters of the definition's scheme, in `made`, by comparing its type `defined` (or a
  // part of it), which is to be read in def.frame, with that of the use.
  void match(const ValueDef& def, const Type* defined, const Type* used, Scope& made, Scope& use);
  void match_parts(const ValueDef& def, const Type* defined, const Type* used, Scope& made,
                   Scope& use);
  void match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used, Scope& made,
                   Scope& use);
  void match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used, Scope& made,
                   Scope& use, MatchedSizes& matched);
  // The definition of an abstract type with its arguments in place of its parameters.
  const Type* definition(const TypeDef& def, const NamedType& type);

  SemaContext& cx_;
  Scopes& scopes_;
  Shapes& shapes_;
};

}  // namespace planish::lower
