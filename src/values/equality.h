// `==` on values of any type without functions.
#pragma once

#include "values/arrays.h"

namespace planish::values {

class Equality {
 public:
  explicit Equality(ValueBuilder& values);

  Atom equal(const AtomTree* a, const AtomTree* b);
  Atom equal_leaves(Atom a, Atom b);

 private:
  Atom equal_elements(Var a, Var b);
  Atom equal_irregular(Atom a, Atom b);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  ArrayFunctions& arrays_;
};

}  // namespace planish::values
