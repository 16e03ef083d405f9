// Values that have been made for all points of a nest: how the nest reads them, and other forms of
// them.
//
// Note [Equal sizes with different names]
// Sizes that are equal need not be one variable: an operator may go over n elements, and its result
// be an array of m. Then one of them may be known to be the same at all points, and the other not.
// What an operator makes has the form that its own sizes say, and is given the form of the variable
// that it is bound to when the nest is to hold it. Rows become a regular array only where that has
// to be; a regular array may stay one.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class NestEntry;
class NewVariables;
class RowLayout;
struct Flattening;

class LiftedValues {
 public:
  explicit LiftedValues(Flattening& all);

  // From now on the variable is read from there, and the array is the nest's own.
  void hold(Nest& nest, ir::Var var, const Lifted& lifted);
  void read_lifted(Nest& nest, ir::Var var, const Lifted& lifted);
  // What an operator or a function gave, in the form that a variable of the nest, or a value of the
  // type, has: more may be known here of the sizes. Note [Equal sizes with different names].
  Lifted fitted(Nest& nest, const Lifted& lifted, ir::Var var);
  Lifted fitted(Nest& nest, const Lifted& lifted, const ir::Type* type);
  // What is regular as rows of equal lengths; `varying` dimensions of the type are one then.
  Lifted as_rows(Nest& nest, const Lifted& lifted, const ir::Type* type, size_t varying);
  // What has been made for all points inside a map as rows of the points around it: the elements
  // lie in the same order.
  Lifted regroup(Nest& nest, ir::Var var, const Lifted& inside);

 private:
  ir::Storage& storage_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  RowLayout& layout_;
  NestEntry& entry_;
};

}  // namespace planish::passes
