// Computes once, as a table, what a parallel operator computes again in each of its iterations: a
// value of an inner operator or loop that depends on the inner iteration only, and is not cheap.
//
//   map n (xs) \(x: f32) {                     let few: bool = le m n
//     let is: [m]i64 = iota m                  let ys: [n]f32 = if few {
//     let s = reduce m (is) {0} + of \(i) {      let ks: [m]i64 = iota m
//       let a = convert i                        let t: [m]f32 = map m (ks) \(k) { … cos b }
//       let b = cos a                   ==>      map n (xs) \(x: f32) {
//       let c = mul b x                            … reduce m (is, t) {0} + of \(i, b) {
//       in c                                         let c = mul b x in c } …
//     }                                          }
//     in s                                     } else { map n (xs) … as it was }
//   }
//
// Note [How large tables may be]
// A table takes memory that the program did not need, and work that may be in vain. So there is one
// only if it has at most as many elements as there are iterations that use it, which is asked while
// the program runs: it then costs one of them at most, and takes about as much memory as what the
// outer operator gives. The operator stands twice in the code, unless all counts are constants; so a
// large one gets no tables then.
//
// What fails, or relies on a check, stays where it is. Of nested operators the outermost one is
// looked at.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program make_tables(const ir::Program& program, const Target& target);

}  // namespace planish::passes
