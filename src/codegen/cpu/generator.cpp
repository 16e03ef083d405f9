#include <llvm/IR/LLVMContext.h>

#include <stdexcept>

#include "codegen/codegen.h"
#include "codegen/cpu/emit_module.h"
#include "codegen/cpu/target.h"
#include "codegen/loader.h"

namespace planish::codegen {
namespace {

class CpuGenerator : public CodeGenerator {
 public:
  std::string generate(const ir::Program& program, const Options& options, Output) override {
    auto machine = make_target_machine(options);
    llvm::LLVMContext context;
    auto module = emit_module(program, options, context, *machine);
    return "";
  }
  std::unique_ptr<LoadedCode> load(std::string_view) override {
    throw std::runtime_error("not yet");
  }
  std::string identity(const Options&) override { return ""; }
};

}  // namespace
}  // namespace planish::codegen

extern "C" __attribute__((visibility("default"))) planish::codegen::CodeGenerator*
planish_create_code_generator(const planish::codegen::RuntimeSymbol*, size_t) {
  return new planish::codegen::CpuGenerator;
}
