// Optimisation and output of LLVM IR.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

#include "codegen/codegen.h"

namespace planish::codegen {

// LLVM's standard pipeline at the level of the options, with vectorisation.
void optimise(llvm::Module& module, llvm::TargetMachine& target, const Options& options);

// Throws std::logic_error, with what is wrong, if the module is not well-formed.
void verify_module(const llvm::Module& module);

std::string module_text(const llvm::Module& module);
// An object file or assembly text. The module is used up.
std::string machine_code(llvm::Module& module, llvm::TargetMachine& target, Output output);

}  // namespace planish::codegen
