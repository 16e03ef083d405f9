// The code of one operation, by its kind. Operators over iteration spaces are the target's
// (target_code.h).
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// scalars.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Same& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Opaque& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Unary& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Binary& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Ternary& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Convert& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FromBits& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Tuning& op);
// arrays.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::ArrayLit& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Index& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Slice& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Update& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatSlice& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatUpdate& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Iota& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Replicate& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Reshape& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Rearrange& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Copy& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Coerce& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Concat& op);  // concat.cpp
// control.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::If& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Match& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Check& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Trace& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Loop& op);  // loops.cpp
// calls.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Call& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::EqualStep& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Foreign& op);  // foreign.cpp
// sequential.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Map& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Reduce& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Scan& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Hist& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Scatter& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Filter& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatMap& op);  // flat_map.cpp
// accumulators.cpp
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::WithAcc& op);
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::UpdateAcc& op);

}  // namespace planish::codegen
