// Replaces sizes that are only known when the program runs by those that the shape analysis finds
// them equal to, and makes arrays regular that are declared irregular but are proven to have rows
// of one length (analysis/shapes/shapes.h).
//
//   let (k: i64, ys: [k]f32) = if c {                    let ys: [n]f32 = if c { in xs } else {
//     in n, xs                                             let zs: [n]f32 = map n (xs) …
//   } else {                                      ==>      in zs
//     let zs: [n]f32 = map n (xs) …                      }
//     in n, zs
//   }
//
// 1. A number that is equal to one that was there before, or to a constant, is replaced by it.
// 2. Sizes that branches, loops and functions (other than entry points) give in addition to arrays
//    are left out where they are known from outside. The size of an array that a call gives may be
//    known only at that call.
// 3. A map whose function gives rows of one length, which is known outside of the map, gives a
//    regular array. Where an irregular one is asked for it is coerced, and what goes over that,
//    takes rows of it or asks for their lengths uses the regular one. So do loops that keep its
//    shape.
//
// What was found by way of a check waits for it: no failure is lost or comes later than before.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program refine_sizes(const ir::Program& program);

}  // namespace planish::passes
