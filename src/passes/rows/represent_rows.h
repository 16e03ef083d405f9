// Makes regular arrays of irregular ones: each becomes offsets and data, as Note [Representation of
// rows] in rows.h says. Afterwards no type has a dimension that varies, and row_lengths,
// row_length, join_rows and split_rows are gone.
//
//   fn sums(n, rows: [n][?]f32) -> (r: [n]f32) {        fn sums(s, k, n, offsets: [s]i64, data: [k]f32) -> (r: [n]f32) {
//     let l: [n]i64 = row_lengths rows                    let l: [n]i64 = map n (…) { …offsets[i + 1] - offsets[i]… }
//     let r: [n]f32 = map n (l, rows)              ==>    let starts: [n]i64 = slice offsets [0 +: n by 1]
//         \(k: i64, row: [k]f32) {                        let r: [n]f32 = map n (l, starts) \(k: i64, start: i64) {
//       let s: f32 = reduce k (row) …                       let row: [k]f32 = slice data [start +: k by 1]
//       in s                                                let s: f32 = reduce k (row) …
//     }                                                     in s
//     in r                                                }
//   }                                                     in r
//                                                       }
//
// A map that gives rows becomes a map over all elements at once if each row is a map itself and its
// length is known before (map_rows.h); otherwise a loop that appends the rows to buffers which grow
// as needed. Its cost is in proportion to that of the program before.
//
// Entry points take and give offsets and data, too, and EntryValue::types says what the values
// were. Programs without irregular arrays stay as they are.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program represent_rows(const ir::Program& program);

}  // namespace planish::passes
