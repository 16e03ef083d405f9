// Writes out loops whose number of iterations is a constant: those with the attribute `unroll`, and
// small ones.
//
//   let s: i64 = loop (t: i64 = 0) for i: i64 < 2 {        let j: i64 = add 0 a
//     let j: i64 = add i a                          ==>    let u: i64 = add 0 j
//     let u: i64 = add t j                                 let k: i64 = add 1 a
//     in u                                                 let v: i64 = add u k
//   }
//
// How much a program can grow is bounded; a loop that would be too long stays one.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program unroll(const ir::Program& program);

}  // namespace planish::passes
