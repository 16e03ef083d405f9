// How many iterations of a plain loop LLVM does at once, for what an iteration costs.
#pragma once

#include "ir/program.h"
#include "target/target.h"

namespace planish::plan {

// Of a loop over `index`; 1 where vectors are not certain. An iteration then reads neighbouring
// elements, does simple arithmetic, and nothing in it may fail.
int64_t loop_lanes(const ir::Storage& storage, const VectorUnit& vectors, const ir::Body& body,
                   ir::Var index);

}  // namespace planish::plan
