// CORE to CORE, before flattening: what is easier to flatten, or runs better inside a thread, when
// it is written otherwise.
//
//   stream_map n (xs) f                          ==>  f n xs                        one chunk for all
//   reduce n (xs) {replicate [m] 0} (map2 +)     ==>  map m (rearrange [1, 0] xs) \(c) { reduce n (c) {0} + }
//   map n (xs) \(r) { in rearrange [1, 0] r }    ==>  rearrange [0, 2, 1] xs
//
// Leaves no streams.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program prepare_for_flattening(const ir::Program& program);

}  // namespace planish::passes
