// Arrays of the host that a kernel of one point overwrites (ir/one_point.h).
#pragma once

#include "ir/program.h"

namespace planish {

// The array from outside of the body that the result with this number is, overwritten in place: the
// body consumes it, and whatever way its control flow takes, the result lies where that array lay,
// all of it. None: it may lie elsewhere, or may not have been written to, so that it has to be
// copied.
ir::Var overwritten(const ir::Body& body, size_t result);

}  // namespace planish
