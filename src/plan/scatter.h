// Writes to computed places.
//
// Note [Scattered writes]
// Elements that do not lie side by side are written one by one, whatever else is done with vectors.
// LLVM then takes the places out of the vectors again, each with a test of its own whether it is
// inside. That is slower than a loop without vectors, unless there is much to compute.
#pragma once

#include "analysis/cost.h"
#include "plan/context.h"

namespace planish::plan {

// Why LLVM may make vectors of the loop; empty: it may not.
WhyNot why_no_scalar_loop(const Cost& cost, const ir::SegScatter& op);

}  // namespace planish::plan
