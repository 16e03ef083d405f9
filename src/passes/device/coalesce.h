// Transposes arrays of which each thread reads a row of its own, so that adjacent threads read
// adjacent elements.
//
//   segmap (i < n) { reduce m (xs[i]) {0} + }    ==>    let t = rearrange [1, 0] xs
//                                                       #[coalesced] let c = copy t
//                                                       let ys = rearrange [1, 0] c
//                                                       segmap (i < n) { reduce m (ys[i]) {0} + }
//
// Both arrays have the same elements at the same indices. The pass applies if a kernel always reads
// the array at the index of its innermost level, followed by indices that are computed inside. The
// copy is hoisted out of the loops around the kernel that do not change the array. If there are
// none, and a thread reads only one element of its row, there is no copy: it would move all the
// others for nothing.
//
// The threads of a reduction are adjacent along the level that is reduced. So columns that are
// reduced are laid out as rows first, too, unless blocks share tiles of what they read.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program coalesce(const ir::Program& program, const Target& target);

}  // namespace planish::passes
