// Steps that operators have in common, whether they run in order or over iteration spaces.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// Binds the elements of the arrays at an index to the parameters of a lambda, runs it, and gives
// `use` what it gives. Without a lambda: the elements themselves.
void element_values(FunctionEmitter& e, const ir::Lambda* map, std::span<const ir::Var> arrays,
                    llvm::Value* index, const Destinations& destinations,
                    const Bodies::Finish& use);

// The parameters of an operator: what was combined before (scalars, and pointers to arrays), then
// values.
void bind_operands(FunctionEmitter& e, const ir::Lambda& op, llvm::ArrayRef<llvm::Value*> before,
                   std::span<const ir::Atom> values);

// Applies the function of a scan to what an element was combined to and values that belong to it,
// and writes what it gives.
void apply_post(FunctionEmitter& e, const ir::Lambda& post, llvm::ArrayRef<llvm::Value*> combined,
                llvm::ArrayRef<llvm::Value*> further, const Destinations& places);

// A neutral element that is an array, row-major. If it is a copy, the current body owns it.
Array dense_neutral(FunctionEmitter& e, const ir::Atom& atom);

llvm::Value* in_bounds(FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> indices,
                       std::span<const ir::Atom> shape);

// dests[indices] := op(dests[indices], values)
void combine_into(FunctionEmitter& e, const std::vector<Array>& dests,
                  const std::vector<const ir::Type*>& types, llvm::ArrayRef<llvm::Value*> indices,
                  const ir::Lambda& op, std::span<const ir::Atom> values);

// Runs the operator, whose first operands may lie at the places, writes the arrays that it gives
// there, and hands on the scalars.
void combine_to(FunctionEmitter& e, const ir::Lambda& op, const std::vector<Array>& places,
                const std::function<void(size_t, llvm::Value*)>& on_scalar);

// Writes the values to a position, and gives the next one: the same if they are not kept. Scalars
// are written always, since that needs no branch: the position is a free one.
llvm::Value* keep(FunctionEmitter& e, const ir::Atom& condition, std::span<const ir::Atom> values,
                  const std::vector<Array>& to, const std::vector<const ir::Type*>& types,
                  llvm::Value* at);

}  // namespace planish::codegen
