// Tasks over the points of an iteration space.
#pragma once

#include "codegen/common/space.h"

namespace planish::codegen::cpu {

// As walk_segments for all levels, with an inner loop over the last level for `code`, which emits
// the body: iterations are independent. The plan says what is special about the range of the body.
void walk_points(FunctionEmitter& e, std::span<const ir::Level> levels, const ir::Body& body,
                 llvm::Value* begin, llvm::Value* end, const std::function<void()>& code);

// Starts tasks for the numbers below `count`: each is given a range of them.
void start_parallel_for(FunctionEmitter& host, llvm::Value* count, llvm::Value* item_cost,
                        llvm::Function* task, llvm::Value* closure);
// Starts tasks for all points: the task is given a range of them.
void start_over_points(FunctionEmitter& host, std::span<const ir::Level> levels, int64_t item_cost,
                       llvm::Function* task, llvm::Value* closure);
// Starts an operator that goes over the last level for each point of those before, by a function of
// the runtime: that with the suffix _rows, if the last level is irregular. `description` is what it
// is told about the operator.
void start_over_rows(FunctionEmitter& host, std::span<const ir::Level> levels,
                     const std::string& function, int64_t item_cost, llvm::Value* description,
                     llvm::Value* closure);

}  // namespace planish::codegen::cpu
