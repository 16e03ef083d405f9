// Programs for GPUs, all the way.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include <string>
#include <vector>

#include "codegen/codegen.h"

namespace planish::codegen::gpu {

// As CodeGenerator::generate, for options that name a device.
std::string generate(const ir::Program& program, const Options& options, Output output,
                     llvm::LLVMContext& context);
// As CodeGenerator::kernels.
std::vector<KernelInfo> kernels(const ir::Program& program, const Options& options,
                                llvm::LLVMContext& context);

}  // namespace planish::codegen::gpu
