// Scatters whose last value for a place stays, for machines that write in no order: the numbers of
// the values are combined by max at their places, and the values that won are written.
//
//   let r = scatter last n [k] (d) at (is) with (vs)
//   ==>
//   let none = replicate [k] -1
//   let numbers = iota n
//   let winners = hist n [k] (none) at (is) with (numbers) {-1} max
//   let places = map n (is, numbers) \(at, number) { if inside && winners[at] == number { at } else { -1 } }
//   let r = scatter n [k] (d) at (places) with (vs)
//
// What computes places and values in the scatter becomes a map before it.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program number_writes(const ir::Program& program);

}  // namespace planish::passes
