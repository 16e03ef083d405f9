#include "codegen/cpu/target/emit_module.h"

#include "codegen/common/emit.h"
#include "codegen/cpu/operators/cpu_code.h"
#include "codegen/cpu/target/target.h"

namespace planish::codegen {

std::unique_ptr<llvm::Module> emit_module(const ir::Program& program, const Options& options,
                                          llvm::LLVMContext& context, llvm::TargetMachine& target) {
  auto module = std::make_unique<llvm::Module>("planish", context);
  module->setTargetTriple(target.getTargetTriple());
  module->setDataLayout(target.createDataLayout());
  Target refined = options.target;
  refined.vectors = vector_unit(target);
  ProgramFacts facts(program, options, refined);
  cpu::CpuCode code;
  ModuleEmitter(facts, *module, code).emit();
  return module;
}

}  // namespace planish::codegen
