// Walking over the points of an iteration space inside of a task.
//
// Note [Rows of irregular levels]
// The iterations of a level for one point of the levels before are a row. Where a level is
// irregular, its offsets say where a row begins and ends among all iterations of the level, and
// these are what the points up to there are numbered by. So the number of a point is where its row
// begins plus its index, and to get from a number to its row is a search. That is done for the
// first point of a task; from there on rows are walked one after the other. While a point is bound,
// FunctionEmitter::row_starts has the beginning of its row for each irregular level.
#pragma once

#include "codegen/common/emit.h"
#include "plan/operators.h"

namespace planish::codegen {

// The levels of a space, with offsets that lie side by side. For host code.
std::vector<ir::Level> dense_levels(FunctionEmitter& host, const ir::Space& space);

using plan::is_irregular;

// How many levels there are up to the last irregular one.
size_t collapsed(std::span<const ir::Level> levels);

// How many points the levels have together.
llvm::Value* point_count(FunctionEmitter& e, std::span<const ir::Level> levels);

// Binds the indices of the levels for the point with that number.
void bind_point(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number);

// Makes the row of the last level known that belongs to the point with that number of the levels
// before, and gives its length. Its index is not bound.
llvm::Value* enter_row(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number);

// How many items the rows [begin, end) have together. The last level is irregular.
llvm::Value* item_count(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                        llvm::Value* end);

// Where the last of the rows [begin, end) ends that has items; `begin` if none has. The last level
// is irregular.
llvm::Value* end_of_filled(FunctionEmitter& e, std::span<const ir::Level> levels,
                           llvm::Value* begin, llvm::Value* end);

// Where an array over the levels has the element of the point that is bound.
std::vector<llvm::Value*> indices(FunctionEmitter& e, std::span<const ir::Level> levels);

// Calls `code` for the points [begin, end) of the levels (none: there is one point), with their
// indices bound. Gives it the number of the point.
void walk_segments(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code);

// Some iterations of the last level for one point of the levels before.
struct PartOfRow {
  llvm::Value* first;   // the number of the row's first point
  llvm::Value* length;  // of the whole row
  llvm::Value* from;    // indices
  llvm::Value* to;
};
// Calls `code` for the points [begin, end) of two levels or more, row by row, with the indices of
// all levels but the last bound: the first row and the last may be partial.
void walk_rows(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
               llvm::Value* end, const std::function<void(const PartOfRow&)>& code);

// The points [begin, end) as ranges of the last level's index, with those of the levels before
// bound.
void walk_parts(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                llvm::Value* end,
                const std::function<void(llvm::Value* from, llvm::Value* to)>& code);

}  // namespace planish::codegen
