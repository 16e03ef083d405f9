#include "codegen/gpu/lower_emulator.h"

#include <llvm/Linker/Linker.h>

#include <stdexcept>

namespace planish::codegen::gpu {

std::unique_ptr<llvm::Module> lower_emulator(GpuProgram program) {
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
