#include "runtime/native/system_memory.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/native/control_groups.h"

namespace planish::native {

int64_t machine_memory() {
  int64_t bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE);
  for_each_memory_limit({}, [&](int64_t limit, const auto&) { bytes = std::min(bytes, limit); });
  return bytes;
}

int64_t available_memory() {
  constexpr int64_t kKilobyte = 1024;
  constexpr const char* kFile = "/proc/meminfo";
  int64_t bytes =
      (number_behind(kFile, "MemAvailable:") + number_behind(kFile, "SwapFree:")) * kKilobyte;
  if (bytes <= 0) bytes = INT64_MAX;  // the system does not say
  for_each_memory_limit({}, [&](int64_t, const auto& free) { bytes = std::min(bytes, free()); });
  return bytes;
}

}  // namespace planish::native
