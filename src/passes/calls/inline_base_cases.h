// Looks at the end of a recursion before the call: half of all calls of a function that calls
// itself twice are for the base case, which often costs less than the call.
//
//   fn f(n, xs) { if n <= 1 { xs } else { … } }
//
//   let ys = call f (m, zs)    ==>    let small: bool = le m 1
//                                     let ys = if small { zs } else { call f (m, zs) }
//
// For functions that run inside of tasks (#[sequential]), whose base case gives some of its
// arguments, views of them, or a few elements that are computed. Where the rest of the function begins
// with a further one, that is looked at, too. The function looks again, so that it is right whoever
// calls it.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program inline_base_cases(const ir::Program& program);

}  // namespace planish::passes
