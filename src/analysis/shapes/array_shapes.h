// Shapes of what operations on arrays give.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class ArrayShapes : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  void views(const ir::Stm& stm, const ir::Slice& slice);
  void update(const ir::Stm& stm, const ir::Update& op);
  void concat(const ir::Stm& stm, const ir::Concat& op);
  void array_literal(const ir::Stm& stm, const ir::ArrayLit& op);
  void coerce(const ir::Stm& stm, const ir::Coerce& op);
  void rearrange(const ir::Stm& stm, const ir::Rearrange& op);
};

}  // namespace planish::shapes
