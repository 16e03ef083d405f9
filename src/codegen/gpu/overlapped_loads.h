// Loops of threads that read what several iterations need at once.
//
// Note [Overlapped loads]
// A thread waits for what it has read where that is first used. If an iteration of a loop ends by a
// write, what the next one reads is not asked for before. So some iterations of short loops are
// done together, and what they read of arrays that nothing writes to, or that is seen to lie
// elsewhere, is read first.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace planish::codegen::gpu {

// Adds to the pipeline what marks loops to be unrolled.
void prepare_overlapped_loads(llvm::PassBuilder& builder);
// In blocks of unrolled loops: moves loads before stores that write elsewhere.
void overlap_loads(llvm::FunctionPassManager& passes);

}  // namespace planish::codegen::gpu
