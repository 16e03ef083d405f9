#include "codegen/gpu/lower_emulator.h"

#include <llvm/Linker/Linker.h>

#include <stdexcept>

#include "codegen/gpu/race_hooks.h"
#include "runtime/device_abi.h"
#include "runtime/kernels/sizes.h"

namespace planish::codegen::gpu {
namespace {

// What templates have for larger blocks is left out.
void limit_threads(llvm::Module& device) {
  llvm::Function* threads = device.getFunction("planish_gpu_threads");
  if (threads == nullptr) return;
  const llvm::APInt least(32, 1), end(32, kernels::kEmulatedThreads + 1);
  threads->addRangeRetAttr(llvm::ConstantRange(least, end));
}

// Kernels of the runtime are large, in almost every program, and have little to do in tests.
void keep_small(const GpuProgram& program) {
  for (size_t k = program.kernels.size() - program.runtime_kernels; k < program.kernels.size();
       k++) {
    const Kernel& kernel = program.kernels[k];
    if (kernel.is_needed()) kernel.entry->addFnAttr(llvm::Attribute::OptimizeForSize);
  }
}

}  // namespace

std::unique_ptr<llvm::Module> lower_emulator(GpuProgram program, const Options& options) {
  limit_threads(*program.device);
  if (options.races) {
    prepare_race_hooks(*program.device);
    for (Kernel& kernel : program.kernels) kernel.flags |= PLANISH_KERNEL_WATCHED;
  }
  keep_small(program);
  constexpr llvm::StringRef kIntrinsic = "planish_gpu_";
  for (llvm::Function& function : *program.device) {
    if (function.isDeclaration() && function.getName().starts_with(kIntrinsic))
      function.setName("planish_emulator_" + function.getName().drop_front(kIntrinsic.size()));
  }
  add_program_table(program, {});
  if (llvm::Linker::linkModules(*program.host, std::move(program.device)))
    throw std::logic_error("compiler bug: code of the device cannot be linked to that of the host");
  for (const Kernel& kernel : program.kernels) {
    llvm::Function* entry = kernel.is_needed() ? program.host->getFunction(kernel.name) : nullptr;
    if (entry != nullptr) entry->setLinkage(llvm::Function::InternalLinkage);
  }
  return std::move(program.host);
}

}  // namespace planish::codegen::gpu
