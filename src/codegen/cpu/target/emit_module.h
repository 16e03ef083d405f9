// From FLAT to LLVM IR for the CPU.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

#include "codegen/codegen.h"

namespace planish::codegen {

// The module of a program, not optimised, with the target's triple and data layout. Its entry
// points have the symbols that entry_symbol gives; everything else that it defines is internal.
std::unique_ptr<llvm::Module> emit_module(const ir::Program& program, const Options& options,
                                          llvm::LLVMContext& context, llvm::TargetMachine& target);

}  // namespace planish::codegen
