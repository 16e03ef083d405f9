// Arrays that are concatenated: made in their places (Note [Concatenated arrays] in
// plan/concats.h), or read where they lie (Note [Pieces] in plan/elements.h).
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// Where one of the arrays belongs in the concatenation, which is made now if it is not there yet.
Array place_in_concat(FunctionEmitter& e, ir::Var var, const ir::Concat& op, ir::Var wanted);

// ---- Pieces, which are only read by elements (pieces.cpp)
void bind_pieces(FunctionEmitter& e, ir::Var var, std::span<const ir::Var> arrays);
llvm::Value* piece_pointer(FunctionEmitter& e, const std::vector<Piece>& pieces, Prim elem,
                           llvm::Value* index);
// parallel_range over [0, end), for code that reads the elements of the arrays at the index.
void range_by_pieces(FunctionEmitter& e, std::span<const ir::Var> arrays, llvm::Value* end,
                     const std::function<void(llvm::Value*)>& code);

}  // namespace planish::codegen
