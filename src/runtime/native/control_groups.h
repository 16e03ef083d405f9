// The limits of memory that control groups set, of Linux: version 1 and version 2.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace planish::native {

// Where the system tells of them.
struct ControlGroups {
  std::string of_process = "/proc/self/cgroup";
  std::string mounted = "/sys/fs/cgroup";
};

// Calls `visit(limit, free)`, in bytes, for each group of the process, and each around one, that has
// a limit. To say what is free takes the system longer than all else that it is asked when a
// program starts, so that is a function.
using VisitMemoryLimit = std::function<void(int64_t, const std::function<int64_t()>&)>;
void for_each_memory_limit(const ControlGroups& groups, const VisitMemoryLimit& visit);

// The first number behind a word at the beginning of a line of a file; 0: there is none.
int64_t number_behind(const std::string& path, std::string_view word);

}  // namespace planish::native
