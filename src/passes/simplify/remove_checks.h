// Removes checks that always hold, and decides comparisons of integers that can have one outcome
// only, by what is known of indices, sizes and remainders at that point (Note [Ranges] in
// analysis/known_bounds.h).
//
//   map n (is) \(i: i64) {                              map n (is) \(i: i64) {
//     let j: i64 = mod i 4                                let j: i64 = mod i 4
//     let low: bool = le 0 j                              let x: f32 = index xs [j]      -- xs: [4]f32
//     let high: bool = lt j 4                    ==>      in x
//     let ok: bool = and low high                       }
//     let c: unit = check bounds ok (…)
//     let x: f32 = index xs [j] after c
//     in x
//   }
//
// What waited for a check that follows from an earlier one waits for the earlier one. A comparison
// is decided only by what holds without checks, since a branch has no certificates. A check that is
// known to fail stays.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program remove_checks(const ir::Program& program);

}  // namespace planish::passes
