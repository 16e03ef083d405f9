// Filters that are done by vectors.
//
// Note [Vector filters]
// Where an item goes that is kept depends on those before it, so a loop that filters is done one by
// one. But whether an item is kept, and what is kept of it, depends on nothing else. So a range is
// done in blocks: first the conditions and values of all items of a block, in a loop that LLVM
// vectorises, which writes them to the stack; then a vector of them at a time. Its lanes that are
// kept move together, by one instruction of AVX-512, and the whole vector is stored: what is behind
// them is overwritten by the next, and there is room for it, since no more items were kept than
// were looked at. A filter of 2^26 f32 takes half of the time.
#pragma once

#include "plan/context.h"

namespace planish::plan {

struct VectorFilterPlan {
  unsigned lanes = 0;
};

// `body` gives the condition and what is kept of an item.
Tried<VectorFilterPlan> try_vector_filter(const Context& cx, const ir::Body& body);

}  // namespace planish::plan
