// Walking over the points of an iteration space inside of a task. All levels are regular.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

// How many points the levels have together.
llvm::Value* point_count(FunctionEmitter& e, std::span<const ir::Level> levels);

// Binds the indices of the levels for the point with that number, in row-major order.
void bind_point(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number);

// The values of the indices of the levels, as they are bound.
std::vector<llvm::Value*> indices(FunctionEmitter& e, std::span<const ir::Level> levels);

// Calls `code` for the points [begin, end) of the levels (none: there is one point), with their indices bound. Gives it
// the number of the point.
void walk_segments(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code);

// The same for all levels, with an inner loop over the last level for `code`, which emits the body: iterations are
// independent.
void walk_points(FunctionEmitter& e, std::span<const ir::Level> levels, const ir::Body& body,
                 llvm::Value* begin, llvm::Value* end, const std::function<void()>& code);

}  // namespace planish::codegen::cpu
