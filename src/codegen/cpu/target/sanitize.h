// Generated code is checked by AddressSanitizer where the compiler itself is: what it reads and
// writes outside of blocks, or after they were freed, is reported (runtime/native/memory.cpp says
// what belongs to a block).
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace planish::codegen {

// Before the pipeline is built, and before it runs. Without AddressSanitizer nothing is done.
void add_sanitizers(llvm::PassBuilder& builder);
void mark_for_sanitizers(llvm::Module& module);

}  // namespace planish::codegen
