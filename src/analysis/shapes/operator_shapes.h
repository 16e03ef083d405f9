// Shapes of what parallel operators give.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class OperatorShapes : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  void map(const ir::Stm& stm, const ir::Map& op);
  void reduce(const ir::Stm& stm, const ir::Reduce& op);
  void scan(const ir::Stm& stm, const ir::Scan& op);
  void filter(const ir::Stm& stm, const ir::Filter& op);
  void write(const ir::Stm& stm, std::span<const ir::Var> dests);
  // Walks the bodies and lambdas of an operation of which nothing is known.
  void other_bodies(const ir::Stm& stm);

 private:
  // Runs the function for the element with an index of its own. What it learnt holds for all
  // afterwards.
  struct Elements {
    Index index;
    std::vector<ShapedValue> results;  // for the index
  };
  Elements elements(const ir::Stm& stm, const ir::Lambda* fn, std::span<const ir::Var> arrays);
  void unknown_lambda(const ir::Stm& stm, const ir::Lambda* fn);
};

}  // namespace planish::shapes
