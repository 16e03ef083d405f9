// Moves element-wise work at host level into kernels of one thread, so that a program can run on a
// GPU: Note [Host level of a device] in analysis/host_code.h.
//
//   let a: i32 = #[sequential] reduce n (xs) {0} +        let (as: [1]i32, bs: [1][n]i32) = segmap (t < 1) {
//   let b: [n]i32 = #[sequential] map n (xs) \x {           let a = reduce n (xs) {0} +
//     x * a                                        ==>      let b = map n (xs) \x { x * a }
//   }                                                       in a, b
//                                                         }
//                                                         let b = index bs [0]
//
// Neighbouring statements share a kernel. Loops that read and write single elements move as a
// whole, unless they fill or copy arrays, and so do calls of functions that work on elements and
// have no kernels. Results whose size is computed inside become rows of a segflatmap.
//
// What runs in one thread may consume arrays of the host: a kernel with one thread runs once.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program device_code(const ir::Program& program);

}  // namespace planish::passes
