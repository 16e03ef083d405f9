// Puts the bodies of functions in the place of calls: of functions that are called in one place
// only, that are small for what is gained, or that have the attribute `inline`. Never of those that
// are recursive or have the attribute `noinline`, which a call may have as well. A constant is
// computed once, so it stays one unless it is a few operations on scalars. How much the program
// grows is bounded.
//
//   fn g(y: i64) -> (r: i64) {                fn f(x: i64) -> (r: i64) {
//     let z: i64 = mul y y                      let z: i64 = mul x x
//     in z                                      let b: i64 = add z x
//   }                                           in b
//   fn f(x: i64) -> (r: i64) {         ==>    }
//     let a: i64 = call g (x)
//     let b: i64 = add a x
//     in b
//   }
//
// Places of what was inlined remember the call, so that a failure shows the same call path as
// before. Functions that are no longer called stay (dead_code removes them).
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program inline_calls(const ir::Program& program);

}  // namespace planish::passes
