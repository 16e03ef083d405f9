// Loops over independent iterations in strips: Note [Strips] in strip_plan.h.
#pragma once

#include "codegen/cpu/strip_plan.h"

namespace planish::codegen::cpu {

// Emits a loop to which the plan applies: where that is worth it in strips, and otherwise what `plain` emits.
void in_strips(FunctionEmitter& e, const StripPlan& plan, const StripLoop& loop,
               const std::function<void()>& plain);

// Combines the scalars that the iterations give, in their order: what the loop gives in strips, or what `plain` gives.
// `place` and `after` of the loop are set here.
std::vector<llvm::Value*> reduced_in_strips(
    FunctionEmitter& e, const StripPlan& plan, StripLoop loop, const ir::Lambda& op,
    std::span<const ir::Atom> neutral, const std::function<std::vector<llvm::Value*>()>& plain);

}  // namespace planish::codegen::cpu
