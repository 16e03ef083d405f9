// Bitcode that is part of this library: the kernels of src/runtime/kernels, and functions of
// mathematics of libclc. It is read when it is needed, function by function.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string_view>

namespace planish::codegen::gpu {

std::string_view kernels_bitcode();
std::string_view math_bitcode();

// Its functions are read when they are linked. Triple and data layout are those of the module.
std::unique_ptr<llvm::Module> read_bitcode(std::string_view bitcode, const llvm::Module& like);

// Adds what the module calls. What is added is not seen from outside of it.
void link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library);

}  // namespace planish::codegen::gpu
