#include "codegen/cpu/emit_module.h"

#include <stdexcept>

namespace planish::codegen {

std::unique_ptr<llvm::Module> emit_module(const ir::Program&, const Options&, llvm::LLVMContext&,
                                          llvm::TargetMachine&) {
  throw std::logic_error("compiler bug: no code is emitted yet");
}

}  // namespace planish::codegen
