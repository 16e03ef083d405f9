// From FLAT to two modules of LLVM IR: code of the host, and code of the device.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "codegen/codegen.h"
#include "codegen/gpu/kernel_list.h"

namespace planish::codegen::gpu {

struct GpuProgram {
  std::unique_ptr<llvm::Module> host;
  // Everything that it needs is in it, but the intrinsics planish_gpu_* (runtime/kernels) and
  // functions of mathematics; only entries of kernels are seen from outside.
  std::unique_ptr<llvm::Module> device;
  std::vector<Kernel> kernels;
  size_t runtime_kernels = 0;              // the last ones
  std::vector<llvm::Constant*> addresses;  // Note [Addresses of the host]
  std::vector<std::string> tuned_names;    // tuning parameters that threads ask for
};

// Both modules have triple and data layout, and nothing else.
GpuProgram emit_program(const ir::Program& program, const Options& options,
                        std::unique_ptr<llvm::Module> host, std::unique_ptr<llvm::Module> device);

// Device code for an architecture.
struct Image {
  std::string architecture;
  std::string text;
};

// Adds the table of the program (planish_device_program), with the symbol planish_program, to the
// host's module: with the addresses of entries if there are no images.
void add_program_table(GpuProgram& program, std::span<const Image> images);

}  // namespace planish::codegen::gpu
