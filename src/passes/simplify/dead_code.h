// Removes what nobody uses: statements, results of branches, maps and loops together with what only
// they need, and functions that no entry point needs. What has an effect (analysis/effects.h)
// stays.
//
//   fn f(x: i64) -> (r: i64) {                    fn f(x: i64) -> (r: i64) {
//     let unused: i64 = mul x x            ==>      let c: unit = check assert p (…)
//     let c: unit = check assert p (…)              in x
//     let d: i64 = div unused x                   }
//     in x
//   }
//
// Parameters of functions stay, used or not. Running it twice is running it once.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program dead_code(const ir::Program& program);

}  // namespace planish::passes
