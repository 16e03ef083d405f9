// Makes a second version of entry points that take irregular arrays, for rows that happen to be
// equally long: in it the arrays are regular, and so is all that follows from them.
//
//   fn f(n, rows: [n][?]f32) { … }
//
//   ==>   fn f(n, rows: [n][?]f32) {
//           let m: i64 = equal_row_length 0 rows        -1: they differ
//           let equal: bool = ge m 0
//           in if equal {
//             let regular: [n][m]f32 = coerce rows
//             in call f.equal_rows (n, m, regular)
//           } else { … }
//         } #[equal_rows] fn f.equal_rows(n, m, regular: [n][m]f32) { let rows: [n][?]f32 = coerce
//         regular … }
//
// refine_sizes makes f.equal_rows regular. Who calls an entry point knows the length of the rows
// most of the time, and then nothing is computed: planish_slot in runtime/abi.h.
//
// Rows of rows have two lengths. Left as they are: large functions, those that take arrays in which
// a dimension after the third varies, and those that make rows differ anyway, by recursion or by
// loops that change shapes.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program equal_rows(const ir::Program& program);

// Did the entry point get a second version? It takes no notice of offsets, if the lengths of rows
// are known beforehand.
bool has_equal_rows(const ir::Function& entry);

}  // namespace planish::passes
