// Histograms whose operator has no atomic form: sorts the values by bin and reduces each bin.
//
//   let r = seghist (i < n) [k] (dest) {ne} op of { is[i], vs[i] }
//   ==>
//   let (kept, counts, sorted) = segpartition (i < n) k { is[i], vs[i] }
//   let ends = segscan (b < k) {0} + of { counts[b] }
//   let offsets = segmap (b < k + 1) { if b == 0 { 0 } else { ends[b - 1] } }
//   let sums = segred (b < k, j < kept by offsets) {ne} op of { sorted[offsets[b] + j] }
//   let r = segmap (b < k) { if 0 < counts[b] { op dest[b] sums[b] } else { dest[b] } }
//
// Atomic operations work on single values of at most 8 bytes; operators without one of their own
// use compare-and-swap. So a histogram stays as it is if each result depends only on the two
// operands with the same number: see is_atomic().
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program sort_histograms(const ir::Program& program);

}  // namespace planish::passes
