// Computes once what is computed twice. An operation that was done before, where that result is
// still in scope, gives its name to the later one. A check that has succeeded is not made again.
//
//   let a: i64 = add x y             let a: i64 = add x y
//   let b: i64 = add x y      ==>    let c: i64 = mul a a
//   let c: i64 = mul a b
//
// Arrays are left alone if one that may share memory with them is consumed. Operations with bodies
// are not compared. Copies hide that operands are equal, so it finds most after `simplify`.
#pragma once

#include "ir/program.h"

namespace planish::passes {

ir::Program cse(const ir::Program& program);

}  // namespace planish::passes
