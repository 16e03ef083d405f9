// Turns nested parallelism into operators over iteration spaces: CORE to FLAT.
//
//   map n (a) \(r) {                            segred (i < n, j < m, k < p) {0} + of {
//     map m (bt) \(c) {                  ==>      index a [i, k] * index b [k, j]
//       reduce p (r, c) {0} + of * } }          }
//
// What is parallel stands at host level afterwards, and what lies inside is sequential. Nests that
// are not perfect get code for many outer iterations, where one thread does what is inside, and
// code for few, where all levels are parallel; which one runs is decided by the sizes.
// docs/flattening.md has the rules.
//
// What has accumulators, varying dimensions or shows values (trace) stays sequential.
#pragma once

#include "ir/program.h"
#include "passes/common/decisions.h"
#include "target/target.h"

namespace planish::passes {

// What stays sequential, has versions or is taken apart is written down in `decisions`, if there are
// any.
ir::Program flatten(const ir::Program& program, const Target& target,
                    Decisions* decisions = nullptr);

}  // namespace planish::passes
