// Moves what is the same in every iteration out of loops and out of the functions of parallel
// operators.
//
//   map n (xs) \(x: f32) {                        let a: f32 = mul b c
//     let a: f32 = mul b c                        let empty: bool = le n 0
//     let ok: bool = lt i m                       let ok: bool = lt i m
//     let c: unit = check bounds ok (…)    ==>    let fine: bool = or empty ok
//     …                                           let c: unit = check bounds fine (…)
//   }                                             map n (xs) \(x: f32) { … }
//
// Note [What may be hoisted]
// Scalar operations that give a value for all operands are moved whenever their operands allow it,
// cheap ones also out of branches on the way. What relies on a check or on being reached at all
// (reading elements, dividing, making arrays) is moved only where the body is known to run.
// Operators over arrays whose work would be in vain if the body never ran are moved behind a guard:
//     let s = if 0 < n { reduce … } else { 0 }
// Generators (iota, replicate) stay where fusion finds them.
//
// A check leaves a body if nothing before it in the body can fail or show something, so that the
// same error comes first; its condition says that it need not hold if the body never runs.
//
// Arrays that are consumed, and whatever consumes, stay.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::passes {

ir::Program hoist(const ir::Program& program, const Target& target);

}  // namespace planish::passes
