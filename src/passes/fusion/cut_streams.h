// Cuts the arrays of parallel streams into chunks, where their functions want that (chunk_code.h).
//
//   let ys = stream_map n (xs) f
//
// becomes, where each chunk is one thread's work,
//
//   let yss = map chunks (iota chunks) \i { in f size xs[i * size +: size] }        [chunks][size]
//   let zss = map 1 (…) \i { in f rest xs[n - rest +: rest] }                       [1][rest]
//   let ys = concat (reshape [chunks * size] yss, reshape [rest] zss)
//
// `rest` is smaller than the number of chunks or a small chunk; if it is 0, the second map has no
// iterations, so that no chunk is empty. A stream that gives no arrays is one map, whose last chunk
// is shorter, and stream_red combines what the chunks give with a reduce.
//
// Only streams at host level are cut. How many chunks there are follows from the number of elements
// and the class of machines, and not from the threads that there are, so results do not either.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program cut_streams(const ir::Program& program, const Target& target);

}  // namespace planish::passes
