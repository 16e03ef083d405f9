// Does what is known already, and takes detours out: folds constants, replaces copies by what they
// copy, decides branches, checks and loops whose outcome is known, reads elements where they come
// from, and leaves out views that show everything and copies that nobody needs.
//
//   let a: i64 = add 1 2                           let x: i64 = mul y 3
//   let is: [n]i64 = iota n from 0 by 1     ==>    let e: f32 = index xs [x]
//   let b: i64 = same a
//   let x: i64 = mul b y
//   let j: i64 = index is [x]
//   let c: unit = check bounds true (…)
//   let e: f32 = index xs [j] after c
//
// (Statements that nobody needs any more are for dead_code.) All results are the same to the last
// bit: x * 0 is folded for integers, not for floats. A check that is known to succeed goes away
// together with its certificate; one that is known to fail stays.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program simplify(const ir::Program& program);

}  // namespace planish::passes
