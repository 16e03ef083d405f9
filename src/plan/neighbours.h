// Maps on GPUs of which each thread does some neighbours.
//
// Note [Neighbours]
// A thread of a GPU that reads and writes 16 bytes at a time needs a fraction of the instructions,
// and has enough under way to keep memory busy. So, where the code of a point is short and straight,
// a thread does as many neighbours as lie in 16 bytes, and some such groups. Their accesses are
// joined by LLVM where it sees that they lie side by side and are aligned; where an array is not
// aligned, or rows are not whole groups, points are done one by one.
#pragma once

#include "plan/context.h"

namespace planish::plan {

// What a thread does at a time.
struct NeighboursPlan {
  int64_t width = 1;   // neighbours
  int64_t groups = 1;  // of them
};

Tried<NeighboursPlan> try_neighbours(const Context& cx, const ir::SegMap& op);

}  // namespace planish::plan
