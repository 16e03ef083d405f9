// The first lines about an entry point: what is parallel, how much is sequential, what costs
// memory, what waits.
#pragma once

#include "driver/explain/facts.h"
#include "driver/explain/work_estimate.h"

namespace planish::explain {

Summary summary_of(const Context& cx, const std::vector<Call>& calls, const WorkEstimate& work);

// "the loop at 25:4", "the calls of `quicksort`"
std::string loop_text(const Context& cx, const HostLoop& loop);
// "n iterations"; empty: nobody knows how many.
std::string iterations_text(const Context& cx, const ir::Loop& loop);

}  // namespace planish::explain
