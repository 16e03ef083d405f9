// Writes to computed places.
//
// Note [Scattered writes]
// Elements that do not lie side by side are written one by one, whatever else is done with vectors.
// LLVM then takes the places out of the vectors again, each with a test of its own whether it is
// inside. That is slower than a loop without vectors, unless there is much to compute.
//
// Note [Writes in order]
// Where the last of several values for a place stays, values are written in their order. Threads
// share the places, and not the values: each goes through all of them, and writes those that belong
// to its places. So nothing has to be known about who wrote last, which would take as much memory as
// there are places.
#pragma once

#include "analysis/cost.h"
#include "plan/context.h"

namespace planish::plan {

// Why the order of writes does not matter; empty: it does.
WhyNot why_not_in_order(const ir::SegScatter& op);

// Why LLVM may make vectors of the loop; empty: it may not.
WhyNot why_no_scalar_loop(const Cost& cost, const ir::SegScatter& op);

}  // namespace planish::plan
