// Mathematical functions in vectorised loops.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace planish::codegen {

// Tells LLVM which of the functions that the module declares exist for vectors in glibc's libmvec,
// for those vectors that the target has registers for. Their results are within 4 units in the last
// place. Code that calls them needs libmvec.so.1.
void declare_vector_math(llvm::Module& module, const llvm::TargetMachine& target);

}  // namespace planish::codegen
