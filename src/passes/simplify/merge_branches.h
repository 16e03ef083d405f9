// Branches of a match that differ in constants alone become one, for which the constants are
// chosen:
//
//   let y = match k {                        let (c, d) = match k { case 0 { in 2, 1 } … else { in 5, 3 } }
//     case 0 { let a = mul x 2 … 1 }   ==>   let y = if true { let a = mul x c … d } else { … }
//     …
//     else { let a = mul x 5 … 3 } }
//
// So there is less code, and one branch that can be guessed wrong less. If some branches are like
// each other and others are not, a number of the kind is chosen first. (What is decided already is
// for simplify.)
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program merge_branches(const ir::Program& program);

}  // namespace planish::passes
