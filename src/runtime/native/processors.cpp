#include "runtime/native/processors.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace planish::native {

int32_t usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // It fails where there are more than fit the set.
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int32_t>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace planish::native
