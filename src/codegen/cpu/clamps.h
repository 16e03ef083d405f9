// Loops whose indices are clamped, as at the borders of a grid.
//
// Note [Clamped indices]
// In the middle of a grid, max 0 (min (m - 1) (j - 1)) is j - 1, and neighbours lie side by side; but a loop over all j
// cannot load them as vectors. So the range of j is cut: in the middle part, where no clamp of the body does anything,
// clamps are left out.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

// parallel_range over [begin, end) for a body in which `index` is the innermost index. `code` binds it and emits the body.
void clamped_range(FunctionEmitter& e, const ir::Body& body, ir::Var index, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code);

}  // namespace planish::codegen::cpu
