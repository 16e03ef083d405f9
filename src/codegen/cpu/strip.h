// Loops over independent iterations in strips: Note [Strips] in strip_plan.h.
#pragma once

#include "codegen/cpu/strip_plan.h"

namespace planish::codegen::cpu {

// Emits the loop in strips where that is worth it, and otherwise what `plain` emits.
void in_strips(FunctionEmitter& e, const StripLoop& loop, const std::function<void()>& plain);

}  // namespace planish::codegen::cpu
