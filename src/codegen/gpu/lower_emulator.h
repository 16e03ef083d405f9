// Device code that the emulator runs: kernels are functions of the host's object, and intrinsics are
// functions of the emulator.
#pragma once

#include "codegen/gpu/emit_program.h"

namespace planish::codegen::gpu {

// The host's module of a program whose device module has the same triple; that is used up.
std::unique_ptr<llvm::Module> lower_emulator(GpuProgram program, const Options& options);

}  // namespace planish::codegen::gpu
