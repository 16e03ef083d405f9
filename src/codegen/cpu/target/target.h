// The machine that code is generated for.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "codegen/codegen.h"

namespace planish::codegen {

// Position-independent code of the small model, for this machine or the CPU that the options name:
// objects can be loaded into this process and linked into shared libraries. Throws
// std::runtime_error if there is no such CPU.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const Options& options);

// What its vectors can do.
VectorUnit vector_unit(const llvm::TargetMachine& machine);

}  // namespace planish::codegen
