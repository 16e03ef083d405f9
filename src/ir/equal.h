// Are two programs the same, up to the numbers and names of variables?
#pragma once

#include "ir/program.h"

namespace planish::ir {

enum class ComparePlaces : uint8_t { Yes, No };

// The programs may have different storages. Functions are compared in the order in which they
// stand.
bool equal(const Program& a, const Program& b, ComparePlaces places = ComparePlaces::Yes);

}  // namespace planish::ir
