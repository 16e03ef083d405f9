// Random values for tests and benchmarks.
#pragma once

#include <cstdint>

#include "runtime/value_io.h"

namespace planish::runtime {

// A value of a shape of which all sizes are fixed, small enough for memory. Equal seeds give equal
// values, on every machine. Integers are uniform over the whole range of their type, floats over
// [0, 1), bools over both.
Value random_value(const ValueShape& shape, uint64_t seed);

}  // namespace planish::runtime
