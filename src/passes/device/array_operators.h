// Reductions and scans of arrays: no kernel combines arrays across threads, so that is done by
// several kernels, each of which combines arrays in single threads.
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
// Chunks are at most 4096 in all; with more segments than that a thread reduces each. Rows of
// different lengths are reduced by a thread each. Scans are done by doubling:
//
//   loop (d = 1, xs) while d < n { segmap (i < n) { if i < d { xs[i] } else { op xs[i - d] xs[i] } } }
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program array_operators(const ir::Program& program);

}  // namespace planish::passes
