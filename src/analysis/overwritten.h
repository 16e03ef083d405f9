// Arrays of the host that a kernel of one point overwrites (ir/one_point.h).
#pragma once

#include <vector>

#include "ir/program.h"

namespace planish {

// The array from outside of the body that the result with this number is, overwritten in place: the
// body consumes it, and whatever way its control flow takes, the result lies where that array lay,
// all of it. None: it may lie elsewhere, or may not have been written to, so that it has to be
// copied.
ir::Var overwritten(const ir::Body& body, size_t result);

// The arrays from outside of the body that it may write to: what it consumes, and what may share
// memory with that inside of the body.
std::vector<ir::Var> consumed_from_outside(const ir::Program& program, const ir::Body& body);

}  // namespace planish
