// What a definition without parameters is given: types and sizes, as they are written where it is
// used.
#pragma once

#include <vector>

#include "lower/scope.h"
#include "sema/types/context.h"

namespace planish::lower {

// Two uses with the same key give the same function. The closure is a Definition.
std::vector<uint64_t> constant_key(SemaContext& cx, const Closure& closure);

}  // namespace planish::lower
