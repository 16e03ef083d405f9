// Makes histograms and scatters of accumulators: what is added to them is gathered first, and then
// all of it is combined at once. So accumulators are parallel wherever histograms are, in irregular
// nests, too.
//
//   with_acc [k] (dest) {0} + of \acc {                     let (is, vs) = map n (xs) \x { … in i, v }
//     map n (acc, xs) \(acc, x) {                  ==>      let written = hist n [k] (dest) {0} + (is, vs)
//       … update_acc acc [i] with {v} } }
//
// Updates in branches that are not taken become ones to nowhere. Inner maps and loops give rows of
// updates, which may be irregular, and so do functions: Note [Gathering updates] in
// gather_updates.h. An accumulator stays one only where code has several of them at once.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program expand_accumulators(const ir::Program& program);

}  // namespace planish::passes
