// Reductions and scans of arrays. No kernel combines arrays across threads, so several kernels do
// it, in each of which single threads combine arrays.
//
//   let r: [m]f32 = segred (i < n) {ne} op of { x }
//   ==>
//   let xs: [k][m]f32 = segmap (c < k) { loop (a = ne) for j < size { op a x[c * size + j] } }
//   let (k, xs) = loop (k, xs) while 1 < k {
//     let half = (k + 1) / 2
//     let ys = segmap (i < half) { if 2 * i + 1 < k { op xs[2 * i] xs[2 * i + 1] } else { xs[2 * i] } }
//     in half, ys
//   }
//   let r = index xs [0]
//
// There are at most 4096 chunks; with more segments than that, one thread reduces each segment. One
// thread reduces each row if rows differ in length. Scans use doubling:
//
//   loop (d = 1, xs) while d < n { segmap (i < n) { if i < d { xs[i] } else { op xs[i - d] xs[i] } } }
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program array_operators(const ir::Program& program);

}  // namespace planish::passes
