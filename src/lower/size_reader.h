// Reads sizes off values: the type of each leaf has atoms as dimensions.
#pragma once

#include "lower/known_sizes.h"
#include "lower/sizes.h"

namespace planish::lower {

class SizeReader {
 public:
  explicit SizeReader(Lowering& lowering);

  // Remembers sizes that the type mentions and that are not known yet, as the value has them.
  void learn_sizes(const Type* type, const AtomTree* value, Scope& scope);
  // The same after an expression that brings sizes into existence. None may be given.
  void learn_new_sizes(const SizeList* sizes, const Type* type, const AtomTree* value,
                       Scope& scope);

 private:
  void learn_sizes(const Type* type, const AtomTree* value, Scope& scope, size_t depth);
  void learn_named(const NamedType& type, const AtomTree* value, Scope& scope, size_t depth);
  void learn_arguments(const TypeDef& def, const NamedType& type, const AtomTree* value,
                       Scope& scope, size_t depth);
  void learn_size(const Size* size, const Dim& dim, Scope& scope);
  bool is_open(const ValueSymbol* symbol, Scope& scope);
  bool late_size_known(const ValueSymbol* symbol, Scope& scope);

  KnownSizes& known_;
  Scopes& scopes_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Sizes& sizes_;
};

}  // namespace planish::lower
