// What parts of a segment have come to, in memory that the runtime hands from one function to
// another: a scalar for each component of the operator, one after the other.
#pragma once

#include "codegen/common/outlined.h"

namespace planish::codegen {

inline constexpr int64_t kComponentBytes = 8;

// `neutral` has the types of the components.
std::vector<llvm::Value*> load_components(FunctionEmitter& e, std::span<const ir::Atom> neutral,
                                          llvm::Value* memory);
void store_components(FunctionEmitter& e, std::span<const ir::Atom> neutral, llvm::Value* memory,
                      llvm::ArrayRef<llvm::Value*> values);

// The operator on scalars applied to two lists of components.
std::vector<llvm::Value*> combine_components(FunctionEmitter& e, const ir::Lambda& op,
                                             llvm::ArrayRef<llvm::Value*> left,
                                             llvm::ArrayRef<llvm::Value*> right);
// A function that applies it to two lists in memory, and puts the result in place of the first.
llvm::Function* emit_combine(Outlined& outlined, FunctionEmitter& host,
                             std::span<const ir::Atom> neutral, const ir::Lambda& op);

}  // namespace planish::codegen
