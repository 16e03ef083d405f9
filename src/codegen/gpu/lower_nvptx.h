// Device code for NVIDIA's GPUs: kernels with their parameters, intrinsics of NVVM, mathematics of
// libclc; then PTX.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "codegen/gpu/emit_program.h"

namespace planish::codegen::gpu {

// For an architecture such as "sm_90". Throws std::runtime_error if there is none of that name.
std::unique_ptr<llvm::TargetMachine> make_nvptx_machine(const std::string& architecture,
                                                        const Options& options);

// The device module of the program, whose triple is that of the machine, after all passes.
void lower_nvptx(GpuProgram& program, llvm::TargetMachine& machine, const Options& options);

// Its text. The module is used up.
std::string ptx_text(llvm::Module& device, llvm::TargetMachine& machine);

}  // namespace planish::codegen::gpu
