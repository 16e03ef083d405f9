// From sizes of the checker to atoms.
#pragma once

#include <optional>

#include "lower/known_sizes.h"
#include "lower/shapes.h"
#include "values/indexing.h"
#include "values/tree_maker.h"

namespace planish::lower {

class Calls;
class Names;

class Sizes {
 public:
  explicit Sizes(Lowering& lowering);

  // The value of a size; nothing if it mentions what is not known yet.
  std::optional<Atom> try_size(const Size* size, Scope& scope);
  Atom size(const Size* size, Scope& scope);
  // What a name for a size stands for; null if that is not known yet.
  const AtomTree* variable(const ValueSymbol* symbol, Scope& scope);
  // A size without the unknowns that the checker has found.
  static const Size* solved(const Size* size);

  // The shape of a type whose sizes are all known.
  const Shape* shape(const Type* type, Scope& scope);
  // The same, with a dimension for sizes that are not.
  const Shape* shape_or(const Type* type, Scope& scope, Dim unknown);

 private:
  const AtomTree* term(const Size* size, Scope& scope);
  const AtomTree* apply_term(const Size* size, const Trees& args, Scope& scope);
  const AtomTree* literal(std::string_view text);
  // Of the shape of an array, maybe of records; null: it is none.
  const Shape* element_of(const Shape* shape);
  const AtomTree* with_types_of(const AtomTree* fn, const Trees& args);

  SemaContext& cx_;
  Builder& builder_;
  Places& places_;
  KnownSizes& known_;
  Scopes& scopes_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Indexing& indexing_;
  Names& names_;
  Calls& calls_;
};

}  // namespace planish::lower
