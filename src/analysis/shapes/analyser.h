// The walk over a program that finds the shapes: its parts, put together. What it finds is in
// ShapeState.
#pragma once

#include "analysis/shapes/array_shapes.h"
#include "analysis/shapes/control_shapes.h"
#include "analysis/shapes/function_shapes.h"
#include "analysis/shapes/operator_shapes.h"
#include "analysis/shapes/scalar_shapes.h"
#include "analysis/shapes/statements.h"

namespace planish::shapes {

struct Analyser {
  explicit Analyser(ShapeState& state)
      : walk(state),
        scalars(state, walk, *this),
        arrays(state, walk, *this),
        operators(state, walk, *this),
        control(state, walk, *this),
        statements(state, walk, *this),
        functions(state, walk, *this) {}

  Walk walk;
  ScalarShapes scalars;
  ArrayShapes arrays;
  OperatorShapes operators;
  ControlShapes control;
  Statements statements;
  FunctionShapes functions;
};

}  // namespace planish::shapes
