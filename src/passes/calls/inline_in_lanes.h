// Puts the bodies of functions in the place of their calls in a parallel operator, if its iterations
// can then be done in lanes (Note [Masks] in codegen/cpu/vector/masked.h), which calls stand in the
// way of. The functions may be larger than those that are inlined for their own sake.
//
//   segred (i < n) … of {                              segred (i < n) … of {
//     let word = slice text [at +: size by 1]            …
//     let h = call hash (size, word)             ==>     let h = loop (h = 0) for j < size do
//     in h                                                 let place = add j at
//   }                                                      let c = index text [place] …
//
// Whether lanes are taken is what the plan says of the operator with the bodies (plan/lanes.h). A part
// of an array that functions were given is read where it lies: lanes have no views that differ. All
// calls have to go, so none may be of a function that is recursive or has the attribute `noinline`.
// The program grows by a bounded number of statements. Checks, certificates and call paths are kept.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program inline_in_lanes(const ir::Program& program, const Target& target);

}  // namespace planish::passes
