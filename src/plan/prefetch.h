// Rows at places that are known a few iterations before they are needed.
//
// Note [Prefetching rows]
// Where a loop takes a row of which it finds the place in an array, at an index that it finds in
// another one, as in
//     row = data[offsets[vertices[i]] ...]
// the processor waits for memory twice in each iteration, and cannot look far ahead if rows are
// short and of different lengths. So an iteration asks for what later ones will need: for the
// offset of one of them, and for the row of one that comes sooner, whose offset has arrived by now.
// No check has been made for these iterations yet: an index that would be outside is moved inside,
// and where an array is empty nothing is asked for.
#pragma once

#include <unordered_map>
#include <vector>

#include "plan/context.h"

namespace planish::plan {

struct PrefetchPlan {
  // Loads on the way to a row.
  static constexpr int kLoads = 2;

  std::unordered_map<uint32_t, int> loads;  // on the way to what the index leads to
  std::vector<const ir::Stm*> steps;
  std::vector<const ir::Slice*> rows;
};

// Of a loop over `index`.
Tried<PrefetchPlan> try_prefetch(const Context& cx, const ir::Body& body, ir::Var index);

}  // namespace planish::plan
