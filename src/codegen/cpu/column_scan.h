// Scans of all columns of a matrix at once.
//
// Note [Column scans]
// `scan (map2 op)`, or a scan of each column between two transpositions, is a segmented scan whose result is transposed.
// So the result is laid out by columns from the start, and the transposition is a view without strides. A task does a
// group of neighbouring columns, row by row, with what the columns have come to in an array on the stack: elements are
// read and written side by side, in vectors. Where there are few columns, they are long, and each is cut into parts as
// any segment is; the result is copied then.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

// With fewer columns the ordinary scan is better.
inline constexpr int64_t kLeastColumns = 64;

// Is the result of the scan to be laid out by columns?
bool scans_columns(const FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op);

// Where the elements of a matrix are that is laid out by columns.
Array by_columns(FunctionEmitter& e, Array matrix, const ir::Type* type);

// Scans the columns into `places`, which are laid out so.
void emit_column_scan(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op,
                      const std::vector<Array>& places);

}  // namespace planish::codegen::cpu
