// A map of which only rows are used, each by one operator, is done row by row, so that fusion can make it a
// part of that operator:
//
//   let ys: [k]f32 = map k (xs) f                        let parts: [n][?]f32 = split_rows lengths xs
//   let rows: [n][?]f32 = split_rows lengths ys          let l: [n]i64 = row_lengths parts
//   let l: [n]i64 = row_lengths rows                     let r: [n]f32 = map n (l, parts)
//   let r: [n]f32 = map n (l, rows)               ==>        \(m: i64, part: [m]f32) {
//       \(m: i64, row: [m]f32) {                           let row: [m]f32 = map m (part) f
//     let s: f32 = reduce m (row) …                        let s: f32 = reduce m (row) …
//     in s                                                 in s
//   }                                                    }
//
// Note [Maps that fail before a check]
// Such a map may have checks inside of it, and be followed by checks of its own rows, such as whether their
// lengths add up. Then it has failed before these do, and has to do so still: where a check is about to fail,
// the map is done there before, as it was, only to find out whether it fails.
//
//   let ok = check size fits (…)                  ==>    if fits { } else { map k (xs) f }
//                                                        let ok = check size fits (…)
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program split_maps(const ir::Program& program);

}  // namespace planish::passes
