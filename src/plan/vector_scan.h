// Scans with operators such as (+), a vector at a time.
//
// Note [Vector scans]
// One sum after the other waits for the one before. Instead a vector is scanned in itself, in
// log2(lanes) steps of shifting and adding, and only its last lane goes on to the next one.
// Elements are computed for a block at a time, by a loop of their own, into the place of the result
// (or into a buffer, if only the total is wanted, or if a function is to be applied to the result),
// from where vectors are loaded again while they are in the cache. That is faster than to load them
// one by one even where the elements are those of an array; not so if only their total is wanted.
// The order of operations depends on positions only.
#pragma once

#include <vector>

#include "plan/context.h"

namespace planish::plan {

struct VectorScanPlan {
  // The reads of the elements, one for each component, if these are nothing else and lie side by
  // side; or none.
  std::vector<const ir::Index*> reads;
};

Tried<VectorScanPlan> try_vector_scan(const Context& cx, const ir::SegScan& op);

}  // namespace planish::plan
