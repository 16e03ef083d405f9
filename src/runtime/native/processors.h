// How many processors there are for this process.
#pragma once

#include <cstdint>

namespace planish::native {

// Those that it may run on, which are not all where `taskset` or a container says so. At least 1.
int32_t usable_processors();

}  // namespace planish::native
