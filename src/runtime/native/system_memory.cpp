#include "runtime/native/system_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace planish::native {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// The first number of a file; -1: there is none.
int64_t number_in(const std::string& path) {
  const File file(std::fopen(path.c_str(), "r"));
  int64_t number = -1;
  if (file == nullptr || std::fscanf(file.get(), "%" SCNd64, &number) != 1) return -1;
  return number;
}

// The number behind a word at the beginning of a line; 0: there is none.
int64_t number_behind(const std::string& path, std::string_view word) {
  const File file(std::fopen(path.c_str(), "r"));
  char line[256];
  while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
    if (std::string_view(line).starts_with(word)) return std::atoll(line + word.size());
  }
  return 0;
}

// A group that this process is in. Those around it bound it, too.
struct Group {
  std::string root;  // where groups of its version are
  std::string path;  // below it
  const char* limit;
  const char* usage;
  const char* reclaimable;  // in memory.stat
};

// Calls `visit(limit, free)` for each group that has a limit.
template <class Visit>
void for_each_limit(const Group& group, Visit visit) {
  for (std::string path = group.path;; path.erase(path.rfind('/'))) {
    const std::string folder = group.root + path + "/";
    const int64_t limit = number_in(folder + group.limit);
    if (limit > 0) {
      const int64_t used = number_in(folder + group.usage) -
                           number_behind(folder + "memory.stat", group.reclaimable);
      visit(limit, limit - std::max<int64_t>(0, used));
    }
    if (path.rfind('/') == std::string::npos) return;
  }
}

template <class Visit>
void for_each_limit(Visit visit) {
  const File file(std::fopen("/proc/self/cgroup", "r"));
  char line[4096];
  while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
    // "0::/user.slice" or "4:memory:/user.slice"
    line[std::strcspn(line, "\n")] = '\0';
    const char* controllers = std::strchr(line, ':');
    const char* path = controllers == nullptr ? nullptr : std::strchr(controllers + 1, ':');
    if (path == nullptr) continue;
    const std::string_view names(controllers + 1, static_cast<size_t>(path - controllers - 1));
    if (names.empty())
      for_each_limit(
          Group{"/sys/fs/cgroup", path + 1, "memory.max", "memory.current", "inactive_file "},
          visit);
    else if (names.find("memory") != names.npos)
      for_each_limit(Group{"/sys/fs/cgroup/memory", path + 1, "memory.limit_in_bytes",
                           "memory.usage_in_bytes", "total_inactive_file "},
                     visit);
  }
}

}  // namespace

int64_t machine_memory() {
  int64_t bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE);
  for_each_limit([&](int64_t limit, int64_t) { bytes = std::min(bytes, limit); });
  return bytes;
}

int64_t available_memory() {
  constexpr int64_t kKilobyte = 1024;
  constexpr const char* kFile = "/proc/meminfo";
  int64_t bytes =
      (number_behind(kFile, "MemAvailable:") + number_behind(kFile, "SwapFree:")) * kKilobyte;
  if (bytes <= 0) bytes = INT64_MAX;  // the system does not say
  for_each_limit([&](int64_t, int64_t free) { bytes = std::min(bytes, free); });
  return bytes;
}

}  // namespace planish::native
