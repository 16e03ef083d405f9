// The code generator, behind the one function that the library exports.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>

#include "codegen/codegen.h"
#include "codegen/cpu/target/emit_module.h"
#include "codegen/cpu/target/jit.h"
#include "codegen/cpu/target/optimise.h"
#include "codegen/cpu/target/target.h"
#include "codegen/gpu/bitcode.h"
#include "codegen/gpu/generate.h"
#include "codegen/loader.h"
#include "support/build_identity.h"

namespace planish::codegen {
namespace {

// LLVM would print remarks and warnings, such as that it did not vectorise a loop, which say
// nothing to users.
class ErrorsOnly : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    return info.getSeverity() != llvm::DS_Error;
  }
};

std::string device_text(const Options& options) {
  switch (options.device) {
    case Device::None: return "";
    case Device::Emulator: return options.races ? " emulated GPU races" : " emulated GPU";
    case Device::Nvidia:
      return fmt::format(" {} {}", options.gpu_architecture,
                         fmt::join(options.more_gpu_architectures, " "));
  }
  return "";
}

class Generator : public CodeGenerator {
 public:
  explicit Generator(std::span<const RuntimeSymbol> runtime) : runtime_(runtime) {}

  std::string generate(const ir::Program& program, const Options& options, Output output) override {
    llvm::LLVMContext context;
    context.setDiagnosticHandler(std::make_unique<ErrorsOnly>());
    if (options.device != Device::None) return gpu::generate(program, options, output, context);
    const auto target = make_target_machine(options);
    const auto module = emit_module(program, options, context, *target);
    if (options.verify) verify_module(*module);
    if (output == Output::UnoptimisedLlvmIr) return module_text(*module);
    optimise(*module, *target, options);
    if (options.verify) verify_module(*module);
    if (output == Output::LlvmIr) return module_text(*module);
    return machine_code(*module, *target, output);
  }

  std::vector<std::string> functions_of(std::string_view bitcode) override {
    llvm::LLVMContext context;
    return gpu::function_names(bitcode, context);
  }

  std::vector<KernelInfo> kernels(const ir::Program& program, const Options& options) override {
    llvm::LLVMContext context;
    context.setDiagnosticHandler(std::make_unique<ErrorsOnly>());
    return gpu::kernels(program, options, context);
  }

  std::unique_ptr<LoadedCode> load(std::string_view object) override {
    return load_object(object, runtime_);
  }

  VectorUnit vectors(const Options& options) override {
    return vector_unit(*make_target_machine(options));
  }

  std::string identity(const Options& options) override {
    const auto target = make_target_machine(options);
    return fmt::format("{} LLVM {} {} {} {} O{}{}{}", build_identity(), LLVM_VERSION_STRING,
                       target->getTargetTriple().str(), target->getTargetCPU().str(),
                       target->getTargetFeatureString().str(), options.optimisation,
                       options.fast_math ? " fast-math" : "", device_text(options));
  }

 private:
  std::span<const RuntimeSymbol> runtime_;
};

}  // namespace
}  // namespace planish::codegen

extern "C" __attribute__((visibility("default"))) planish::codegen::CodeGenerator*
planish_create_code_generator(const planish::codegen::RuntimeSymbol* symbols, size_t symbol_count) {
  return new planish::codegen::Generator({symbols, symbol_count});
}
