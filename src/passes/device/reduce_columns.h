// Reductions of columns. Threads of a reduction are side by side along the level that is reduced, and
// there columns are not: each element is in another row. So threads are side by side along the rows
// instead. Each reduces a chunk of its column, and a second reduction has what they give.
//
//   let r: [m]f32 = segred (j < m, i < n) {ne} op of { xs[i, j] }
//   ==>
//   let xs: [k][m]f32 = segmap (c < k, j < m) { loop (a = ne) for l < size { op a xs[c * size + l, j] } }
//   let xs: [m][k]f32 = rearrange [1, 0] xs
//   let r: [m]f32 = segred (j < m, c < k) {ne} op of { xs[j, c] }
//
// Chunks have 16 elements at least, and there are no more of them than make 2^18 threads. It is not
// done if something is read along rows, too, nor where blocks share tiles of what they read.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program reduce_columns(const ir::Program& program, const Target& target);

}  // namespace planish::passes
