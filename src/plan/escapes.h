// Which memory cannot be part of a stack frame.
#pragma once

#include <unordered_set>

#include "plan/origins.h"

namespace planish::plan {

// Adds the variables whose memory may be handed on by the iteration of a loop, or by the function,
// that makes it.
void find_escaping(const ir::Program& program, const PlacedResults& placed,
                   std::unordered_set<uint32_t>& found);

}  // namespace planish::plan
