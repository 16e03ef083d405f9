// Arrays that are made in their places in a concatenation.
//
// Note [Concatenated arrays]
// What is concatenated is often made just before: the results of two calls, both halves of a
// transform. If nothing else uses it, and if the sizes of all arrays are known by then, the first
// of them to be made gets memory for all, and each is made where it belongs. Others are copied. Of a
// concatenation that is a part of another one, the first piece asks for the memory of both.
// Arrays that are read by elements only are not concatenated at all: Note [Pieces] in
// plan/elements.h.
#pragma once

#include "plan/memory.h"

namespace planish::plan {

// Sets `in_concats` and `why_not_in_concat`; the last uses are there.
void find_concats(const ir::Storage& storage, const ir::Body& body, const Plan& strategies,
                  const PlacedResults& placed, BodyMemory& out);

}  // namespace planish::plan
