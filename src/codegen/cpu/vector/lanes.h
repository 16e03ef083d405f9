// Operators on vectors of values, lane by lane.
#pragma once

#include "codegen/common/emit.h"
#include "plan/operators.h"

namespace planish::codegen::cpu {

using plan::are_scalars;
using plan::is_reorderable;
using plan::is_vector_operator;

// Component k of an operator that is_lane_operator, on scalars or on vectors.
llvm::Value* emit_component(FunctionEmitter& e, const ir::Lambda& op, size_t k, llvm::Value* left,
                            llvm::Value* right);

// Applies an operator that is_vector_operator to vectors.
std::vector<llvm::Value*> emit_vector_operator(FunctionEmitter& e, const ir::Lambda& op,
                                               llvm::ArrayRef<llvm::Value*> left,
                                               llvm::ArrayRef<llvm::Value*> right);

// Do elements lie side by side along the dimension, for all that is known?
bool is_dense_along(const FunctionEmitter& e, ir::Var array, size_t dim);
// What a plan takes for side by side is so; otherwise it is a compiler bug.
void check_dense_along(const FunctionEmitter& e, ir::Var array, size_t dim);

}  // namespace planish::codegen::cpu
