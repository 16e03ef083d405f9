// Scans of all columns of a matrix at once.
//
// Note [Column scans]
// `scan (map2 op)`, or a scan of each column between two transpositions, is a segmented scan whose
// result is transposed. So the result is laid out by columns from the start, and the transposition
// is a view without strides. A task does a group of neighbouring columns, row by row, with what the
// columns have come to in an array on the stack: elements are read and written side by side, in
// vectors. Where there are few columns, they are long, and each is cut into parts as any segment
// is; the result is copied then.
#pragma once

#include "plan/context.h"

namespace planish::plan {

// Why the result is not laid out by columns; empty: it is. `around` is the body that the scan
// stands in.
WhyNot why_no_column_scan(const Context& cx, const ir::Body& around, const ir::Stm& stm,
                          const ir::SegScan& op);

}  // namespace planish::plan
