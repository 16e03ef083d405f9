// Loops that look for the smallest or largest of floats and of doubles.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace planish::codegen {

// Before the pipeline is built. See Note [Extrema of several types].
void add_mixed_extrema(llvm::PassBuilder& builder);

}  // namespace planish::codegen
