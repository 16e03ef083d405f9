// Makes shapes, and says which leaves values of a shape have.
#pragma once

#include <vector>

#include "values/atom_tree.h"
#include "values/shape.h"

namespace planish::values {

class ValueBuilder;

class ShapeMaker {
 public:
  explicit ShapeMaker(ValueBuilder& values);

  const Shape* scalar(Prim prim);
  const Shape* array(Dim dim, const Shape* elem);
  const Shape* acc(const Shape* array);
  const Shape* record(std::span<const Name> names, const std::vector<const Shape*>& parts);
  // See Note [Layout of sums].
  const Shape* sum(std::span<const ConstructorLayout> constructors);
  // The shape of a value; null if that does not follow from its leaves.
  const Shape* shape_of(const AtomTree* value);

  // The types of the leaves of a value of this shape.
  std::vector<const ir::Type*> leaf_types(const Shape* shape);

 private:
  void add_leaf_types(const Shape* shape, std::vector<Dim>& outer,
                      std::vector<const ir::Type*>& out);

  ir::Storage& storage_;
  Arena& arena_;
};

}  // namespace planish::values
