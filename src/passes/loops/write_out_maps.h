// Writes out maps of a few calls in code that runs in one thread: a recursive function that works
// on its parts by a map, as `map sort [smaller, larger]`, then makes its results where they belong.
//
//   let ends: [3]i64 = array [0, a, b]                             let r: [n]f32 = call f (n, x)
//   let xs: [b]f32 = concat (x, y)                                 let s: [m]f32 = call f (m, y)
//   let (t, ns, rs: [t]f32) = flat_map 2 [1] (…) \(i, j) {   ==>   let rs: [t]f32 = concat (r, s)
//     let part = slice xs [i +: j - i by 1]
//     let r = call f (j - i, part)
//     in j - i, r
//   }
//
// Scans of a few scalars are written out, too: where such rows begin and end.
//
// After flattening, where all maps and scans that are left are in one thread. What is cut out of the
// results again is found by simplify.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program write_out_maps(const ir::Program& program);

}  // namespace planish::passes
