// The code of loops whose indices are clamped: Note [Clamped indices] in plan/clamps.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// parallel_range over [begin, end) for a body in which `index` is the innermost index. `code` binds
// it and emits the body. No plan: nothing is clamped.
void clamped_range(FunctionEmitter& e, const plan::ClampPlan* plan, ir::Var index,
                   llvm::Value* begin, llvm::Value* end,
                   const std::function<void(llvm::Value*)>& code);

}  // namespace planish::codegen::cpu
