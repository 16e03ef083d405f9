// Bitcode that is part of this library: the kernels of src/runtime/kernels, and functions of
// mathematics of libclc; and that of users. It is read when it is needed, function by function.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planish::codegen::gpu {

std::string_view kernels_bitcode();
std::string_view math_bitcode();

// Its functions are read when they are linked. Triple and data layout are those of the module.
std::unique_ptr<llvm::Module> read_bitcode(std::string_view bitcode, const llvm::Module& like);

// The functions that it defines and that are seen from outside. Throws std::runtime_error if it is no
// bitcode that can be read.
std::vector<std::string> function_names(std::string_view bitcode, llvm::LLVMContext& context);

// Adds what the module calls. What is added is not seen from outside of it.
void link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library);

}  // namespace planish::codegen::gpu
