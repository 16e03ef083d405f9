// Histograms whose operator no atomic operation can do: values are sorted by bin, and each bin is a
// reduction of its own.
//
//   let r = seghist (i < n) [k] (dest) {ne} op of { is[i], vs[i] }
//   ==>
//   let (kept, counts, sorted) = segpartition (i < n) k { is[i], vs[i] }
//   let ends = segscan (b < k) {0} + of { counts[b] }
//   let offsets = segmap (b < k + 1) { if b == 0 { 0 } else { ends[b - 1] } }
//   let sums = segred (b < k, j < kept by offsets) {ne} op of { sorted[offsets[b] + j] }
//   let r = segmap (b < k) { op dest[b] sums[b] }
//
// Atomic operations have single values of at most 8 bytes, by compare-and-swap if there is none for
// the operator itself. So a histogram is left as it is if each of its results is made of the two
// operands with the same number: see is_atomic().
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program sort_histograms(const ir::Program& program);

}  // namespace planish::passes
