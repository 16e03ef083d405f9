// Changes the types of arrays where their sizes are written in another way.
#pragma once

#include "lower/sizes.h"
#include "values/arrays.h"

namespace planish::lower {

// Is dimension `number` of this array type a `?`?
bool asks_for_varying(const Type* type, size_t number);

class Coercions {
 public:
  explicit Coercions(Lowering& lowering);

  // The value as one of that type: fixed dimensions become varying where it asks for that.
  const AtomTree* conform(const AtomTree* value, const Type* type, Scope& scope);
  // value :> type
  const AtomTree* coerce(const AtomTree* value, const Type* type, Scope& scope);
  // Have all rows of an irregular array this length?
  Atom all_rows_have(Var array, Atom length);

 private:
  Atom coerce_leaf(Atom atom, const ir::Type* have, const ir::Type* want, const Type* type);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Checks& checks_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Sizes& sizes_;
  ArrayFunctions& arrays_;
};

}  // namespace planish::lower
