// Functions with the attribute `foreign` whose symbols were linked call them; their bodies go.
//
//   #[foreign(cpu, my_dot)]
//   fn dotp(n: i64, xs: [n]f32, ys: [n]f32) -> (r: f32) { … }
//   ==>
//   fn dotp(n: i64, xs: [n]f32, ys: [n]f32) -> (r: f32) {
//     let r: f32 = foreign "my_dot" (n, xs, ys)
//     in r
//   }
//
// Others lose the attribute, and are functions like all others.
//
// Note [Foreign functions]
// C sees the parameters of the function in their order, and then its results. Sizes are values like
// all others. Of an irregular array there are, for each dimension that varies, the offsets of its
// rows, and then the elements. A consumed array is overwritten by the first result of the same type
// that overwrites no other, and stands where this result would. Results whose sizes C decides are
// asked for with planish_foreign_allocate, and these sizes are not results of their own. What takes
// and gives nothing but scalars, and gives one, is an ordinary function of C.
#pragma once

#include "ir/program.h"
#include "target/foreign_code.h"

namespace planish::passes {

// `linked`: what users link; null: nothing.
ir::Program choose_foreign(const ir::Program& program, const ForeignCode* linked);

}  // namespace planish::passes
