// `==` on values of any type without functions.
#pragma once

#include "lower/arrays.h"
#include "lower/signatures.h"

namespace planish::lower {

class Equality {
 public:
  explicit Equality(Lowering& lowering);

  Atom equal(const AtomTree* a, const AtomTree* b);
  Atom equal_leaves(Atom a, Atom b);

 private:
  Atom equal_elements(Var a, Var b);
  Atom equal_irregular(Atom a, Atom b);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  Signatures& signatures_;
  ArrayFunctions& arrays_;
};

}  // namespace planish::lower
