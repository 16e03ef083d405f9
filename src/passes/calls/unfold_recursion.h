// Writes out the last levels of a recursion over arrays whose sizes follow from the size that a
// function is given, as a Fourier transform halves its array:
//
//   fn f(n, xs: [n]t) { if n <= 1 { xs } else { … call f (n / 2, evens) … call f (n / 2, odds) … } }
//
//   ==>   fn f(n, xs: [n]t) { if n <= 1 { xs } else { match n { 2 => …, 4 => …, otherwise => … } } }
//
// Most calls of such a function are for a few elements, and cost more than the work. Here n is a
// constant, and so are all sizes: no call is left, arrays are in registers, and loops that are a few
// statements. simplify, which follows, finds what the constants decide. The levels are those of 2, 3
// and 4 elements; and of 8, if that is the size after 4, since 3 cannot be halved.
//
// For functions that run inside of tasks (#[sequential]). What a call in such a level gives is wrapped
// in a branch that is always taken, since its sizes have other names.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program unfold_recursion(const ir::Program& program);

}  // namespace planish::passes
