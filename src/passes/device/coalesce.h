// Arrays that each thread reads along a row of its own are laid out by columns first, so that
// threads side by side read elements side by side.
//
//   segmap (i < n) { reduce m (xs[i]) {0} + }    ==>    let t = rearrange [1, 0] xs
//                                                       #[coalesced] let c = copy t
//                                                       let ys = rearrange [1, 0] c
//                                                       segmap (i < n) { reduce m (ys[i]) {0} + }
//
// The two arrays have the same elements at the same indices. It is done if a kernel reads an array
// at the index of its innermost level and at further indices that are found inside, and at that
// index everywhere. The copy stands before the loops around the kernel that the array is the same
// in. If there are none, and a thread reads only one element of its row, all the others would be
// copied for nothing.
//
// Threads of a reduction are side by side along the level that is reduced. So columns that are
// reduced are laid out as rows first, too, unless blocks share tiles of what they read.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program coalesce(const ir::Program& program, const Target& target);

}  // namespace planish::passes
