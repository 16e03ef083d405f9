// Does the work of a map where its elements are written to computed places, so that they are
// written once.
//
//   let a: [k]i32 = segmap (p < n, i < k by o) { … in x }
//   let r = segscatter (q < n, j < k by o) [m] (d) of {          let r = segscatter (q < n, j < k by o) [m] (d) of {
//     let s: i64 = index o [q]                                     let s: i64 = index o [q]
//     let at: i64 = add j s                               ==>      …
//     let y: i32 = index a [at]                                    in to, x
//     in to, y                                                   }
//   }
//
// Both go over the same points, nothing else uses the array, and the map cannot fail. Such are the
// results of branches that were lifted: rows that the points of one branch make are written to
// where they lie among those of all.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program sink_maps(const ir::Program& program);

}  // namespace planish::passes
