// What LLVM cannot see: the results of an operator lie in different memory.
//
// Where neighbouring points write to several arrays in turns, it may only put the writes to one of
// them together if it knows that those between them go elsewhere.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

namespace planish::codegen::gpu {

// In a function that writes to these results; each is the address of the data of one of them.
void separate_results(llvm::Function& function, llvm::ArrayRef<llvm::Value*> results);

}  // namespace planish::codegen::gpu
