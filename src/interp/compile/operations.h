// Code for all operations: an operation without code does not compile.
#pragma once

#include "interp/compile/array_ops.h"
#include "interp/compile/control_ops.h"
#include "interp/compile/core_ops.h"
#include "interp/compile/flat_ops.h"
#include "interp/compile/scalar_ops.h"

namespace planish::interp {

struct Operations : ScalarOps, ArrayOps, ControlOps, CoreOps, FlatOps {
  Operations(CompileState& state, Bodies& bodies)
      : ScalarOps(state),
        ArrayOps(state),
        ControlOps(state, bodies),
        CoreOps(state, bodies),
        FlatOps(state, bodies) {}

  using ArrayOps::operation;
  using ControlOps::operation;
  using CoreOps::operation;
  using FlatOps::operation;
  using ScalarOps::operation;
};

}  // namespace planish::interp
