// Keeps scalars on the device that are computed there and needed by kernels only, so that the host
// does not wait for them: Note [Residence] in analysis/residence.h.
//
//   let s: f32 = segred (i < n) {0} + of { … }            let ss: [1]f32 = segred (z < 1, i < n) {0} + of { … }
//   let t: f32 = sqrt s                            ==>    let ys = segmap (i < n) {
//   let ys = segmap (i < n) { … t … }                       let s = index ss [0]
//                                                           let t = sqrt s
//                                                           … t …
//                                                         }
//
// Loops carry such scalars, and branches return them, as arrays of one element.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program sink_scalars(const ir::Program& program);

}  // namespace planish::passes
