// Copies each array before it is updated, as if nothing could be updated in place: what updates in
// place are worth is seen by that. It is in no pipeline; `--disable=in-place` asks for it.
//
//   let ys = update xs [i] v    ==>    let before = copy xs
//                                      let ys = update before [i] v
//
// What writes many elements at once (scatters, histograms, accumulators) is left as it is.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program copy_updates(const ir::Program& program);

}  // namespace planish::passes
