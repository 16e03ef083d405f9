// What a vector filter keeps, where it lies in memory already.
//
// Note [Values in place]
// A vector filter writes the values of a block of items to the stack, and then moves those that are
// kept: Note [Vector filters]. A value that is nothing but an element of an array, as in
//
//   segfilter (i < n) { let x = index xs [i]; let keep = lt x pivot; in keep, x }
//
// lies side by side with those of its neighbours already, and is taken from there. Half of the time
// of a filter of 2^22 i64 was that copy.
#pragma once

#include <functional>
#include <vector>

#include "ir/program.h"

namespace planish::plan {

// Are elements that are neighbours along the last dimension side by side in memory?
using IsDense = std::function<bool(ir::Var array)>;

// For each value of `body`, the condition apart, the element that it is; null: it has to be computed.
std::vector<const ir::Index*> values_in_place(const ir::Storage& storage, const IsDense& is_dense,
                                              ir::Var index, const ir::Body& body);

}  // namespace planish::plan
