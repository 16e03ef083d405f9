// Bodies and statements.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class Statements : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  void body(const ir::Body* body);

 private:
  void statement(const ir::Stm& stm);
};

}  // namespace planish::shapes
