// The part of a body that computes a number.
#pragma once

#include "ir/program.h"

namespace planish::passes {

// A body that gives the number alone, by scalar code, branches and loops, of which only what is
// needed is left:
//
//   loop (k: i64 = m, xs: [k]f32 = ys) while { … k … } do {          loop (k: i64 = m) while { … k … } do {
//     let l: i64 = add k k                                             let l: i64 = add k k
//     let zs: [l]f32 = concat (xs, xs)                        ==>      in l
//     in l, zs                                                       }
//   }
//
// Null: it takes more than that, or it waits for a check. `size` is bound by a statement of the
// body itself. Variables are those of the body, so what is made has to be cloned if the body stays.
const ir::Body* size_slice(ir::Storage& storage, const ir::Body* body, ir::Var size);

}  // namespace planish::passes
