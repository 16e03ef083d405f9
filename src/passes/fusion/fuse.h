// Makes one parallel operator of several, at every level of nesting, so that arrays in between are
// never made.
//
//   let ys = map f xs            let s = reduce (+) 0 (xs) of (g . f)
//   let zs = map g ys      ==>
//   let s = reduce (+) 0 zs
//
// docs/fusion.md says what is fused. Where a function's parameter has become what another function
// gave, the result has a `same`.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program fuse(const ir::Program& program, const Target& target);

}  // namespace planish::passes
