#include "codegen/gpu/generate.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "codegen/cpu/target/optimise.h"
#include "codegen/cpu/target/target.h"
#include "codegen/gpu/lower_emulator.h"
#include "codegen/gpu/lower_nvptx.h"
#include "codegen/gpu/race_hooks.h"

namespace planish::codegen::gpu {
namespace {

std::unique_ptr<llvm::Module> new_module(llvm::LLVMContext& context, const char* name,
                                         llvm::TargetMachine& machine) {
  auto module = std::make_unique<llvm::Module>(name, context);
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  return module;
}

std::vector<int64_t> constants_of(const Kernel& kernel) {
  std::vector<int64_t> out;
  for (const llvm::Value* argument : kernel.arguments) {
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument))
      out.push_back(constant->getSExtValue());
  }
  return out;
}

// Device code for all architectures. Kernels get the stack that they need in any of them.
std::vector<Image> images_of(GpuProgram& program, const Options& options) {
  std::vector<std::string> architectures = options.more_gpu_architectures;
  architectures.push_back(options.gpu_architecture);
  std::vector<Image> images;
  for (const std::string& architecture : architectures) {
    const auto machine = make_nvptx_machine(architecture, options);
    GpuProgram lowered;
    lowered.device = llvm::CloneModule(*program.device);
    lowered.kernels = program.kernels;
    lower_nvptx(lowered, *machine, options);
    for (size_t k = 0; k < lowered.kernels.size(); k++)
      program.kernels[k].stack_bytes =
          std::max(program.kernels[k].stack_bytes, lowered.kernels[k].stack_bytes);
    images.push_back({architecture, ptx_text(*lowered.device, *machine)});
  }
  return images;
}

// The host's module, with all that belongs to the program. Empty if the code of the device is what
// was asked for: then that is in `code`.
std::unique_ptr<llvm::Module> whole_program(const ir::Program& program, const Options& options,
                                            Output output, llvm::LLVMContext& context,
                                            llvm::TargetMachine& host, std::string& code) {
  const bool is_emulated = options.device == Device::Emulator;
  std::unique_ptr<llvm::TargetMachine> gpu;
  if (!is_emulated) gpu = make_nvptx_machine(options.gpu_architecture, options);
  GpuProgram emitted =
      emit_program(program, options, new_module(context, "planish", host),
                   new_module(context, "planish_device", is_emulated ? host : *gpu));
  if (options.verify) {
    verify_module(*emitted.host);
    verify_module(*emitted.device);
  }
  if (output == Output::UnoptimisedDeviceLlvmIr || (is_emulated && output == Output::DeviceCode)) {
    code = module_text(*emitted.device);
    return nullptr;
  }
  if (is_emulated) return lower_emulator(std::move(emitted), options);
  if (output == Output::DeviceLlvmIr) {
    lower_nvptx(emitted, *gpu, options);
    code = module_text(*emitted.device);
    return nullptr;
  }
  if (output == Output::DeviceCode) {
    lower_nvptx(emitted, *gpu, options);
    code = ptx_text(*emitted.device, *gpu);
    return nullptr;
  }
  add_program_table(emitted, images_of(emitted, options));
  return std::move(emitted.host);
}

}  // namespace

std::string generate(const ir::Program& program, const Options& options, Output output,
                     llvm::LLVMContext& context) {
  const auto host = make_target_machine(options);
  std::string code;
  const auto module = whole_program(program, options, output, context, *host, code);
  if (module == nullptr) return code;
  if (options.verify) verify_module(*module);
  if (output == Output::UnoptimisedLlvmIr) return module_text(*module);
  optimise(*module, *host, options);
  if (options.races) add_race_hooks(*module);
  if (options.verify) verify_module(*module);
  if (output == Output::LlvmIr) return module_text(*module);
  return machine_code(*module, *host, output);
}

std::vector<KernelInfo> kernels(const ir::Program& program, const Options& options,
                                llvm::LLVMContext& context) {
  const auto host = make_target_machine(options);
  const GpuProgram emitted = emit_program(program, options, new_module(context, "planish", *host),
                                          new_module(context, "planish_device", *host));
  std::vector<KernelInfo> out;
  for (const Kernel& kernel : emitted.kernels)
    out.push_back({kernel.name, kernel.callee, kernel.stm, kernel.flags, constants_of(kernel)});
  return out;
}

}  // namespace planish::codegen::gpu
