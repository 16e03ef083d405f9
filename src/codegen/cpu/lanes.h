// Which operations can be done on vectors of values, lane by lane.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

bool takes_lanes(ir::UnaryOp op, Prim prim);
bool takes_lanes(ir::BinaryOp op, Prim prim);
// The same with comparisons, and what booleans and bits are made of.
bool takes_vectors(ir::BinaryOp op, Prim prim);
// Types of which there are vectors in registers.
bool is_lane_prim(Prim prim);
// An operator on scalars that is one operation that takes lanes for each component, in any order.
bool is_lane_operator(const ir::Storage& storage, const ir::Lambda& op);
// Component k of such an operator, on scalars or on vectors.
llvm::Value* emit_component(FunctionEmitter& e, const ir::Lambda& op, size_t k, llvm::Value* left,
                            llvm::Value* right);

// An operator of comparisons, choices and simple arithmetic: can all of it be done for vectors?
bool is_vector_operator(const ir::Storage& storage, const ir::Lambda& op);
// Applies it to vectors.
std::vector<llvm::Value*> emit_vector_operator(FunctionEmitter& e, const ir::Lambda& op,
                                               llvm::ArrayRef<llvm::Value*> left,
                                               llvm::ArrayRef<llvm::Value*> right);

}  // namespace planish::codegen::cpu
