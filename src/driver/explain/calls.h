// The calls of parallel operators of an entry point, and what became of each.
//
// Every statement has a place, and a place knows the call that it was inlined through
// (ir::Place::caller). So an operator of FLAT with the place of an operator of CORE does its work;
// if none has it, but statements inside of an operator do, it was fused into that one. Why it became
// that, flattening and the plan say themselves (Decisions, PlanFacts). All operators whose innermost place in a file of the user is the same are
// one call: a function of the prelude is folded into the place where it is called.
#pragma once

#include <vector>

#include "driver/explain/context.h"
#include "driver/explain/facts.h"

namespace planish::explain {

// `core` is the entry point in the program after the standard passes. In the order of the source.
std::vector<Call> calls_of(const Context& cx, const ir::Function& core);

}  // namespace planish::explain
