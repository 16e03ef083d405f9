// How wide the vectors of vectorised loops are.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace planish::codegen {

// Makes LLVM prefer narrower vectors than the target has where that is faster: Note [Width of
// vectors]; and align the stack where vectors are kept on it across calls. After
// declare_vector_math.
void choose_vector_width(llvm::Module& module, const llvm::TargetMachine& target);

}  // namespace planish::codegen
