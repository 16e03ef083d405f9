#include "runtime/native/control_groups.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

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

// A group that this process is in. Those around it bound it, too.
struct Group {
  std::string root;  // where groups of its version are
  std::string path;  // below it
  const char* limit;
  const char* usage;
  const char* reclaimable;  // in memory.stat
};

void visit_limits(const Group& group, const VisitMemoryLimit& visit) {
  for (std::string path = group.path;; path.erase(path.rfind('/'))) {
    const std::string folder = group.root + path + "/";
    const int64_t limit = number_in(folder + group.limit);
    const auto free = [&] {
      const int64_t used = number_in(folder + group.usage) -
                           number_behind(folder + "memory.stat", group.reclaimable);
      return limit - std::max<int64_t>(0, used);
    };
    if (limit > 0) visit(limit, free);
    if (path.rfind('/') == std::string::npos) return;
  }
}

}  // namespace

int64_t number_behind(const std::string& path, std::string_view word) {
  const File file(std::fopen(path.c_str(), "r"));
  char line[256];
  while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
    if (std::string_view(line).starts_with(word)) return std::atoll(line + word.size());
  }
  return 0;
}

void for_each_memory_limit(const ControlGroups& groups, const VisitMemoryLimit& visit) {
  const File file(std::fopen(groups.of_process.c_str(), "r"));
  char line[4096];
  while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
    // "0::/user.slice" or "4:memory:/user.slice"
    line[std::strcspn(line, "\n")] = '\0';
    const char* controllers = std::strchr(line, ':');
    const char* path = controllers == nullptr ? nullptr : std::strchr(controllers + 1, ':');
    if (path == nullptr) continue;
    const std::string_view names(controllers + 1, static_cast<size_t>(path - controllers - 1));
    if (names.empty())
      visit_limits({groups.mounted, path + 1, "memory.max", "memory.current", "inactive_file "},
                   visit);
    else if (names.find("memory") != names.npos)
      visit_limits({groups.mounted + "/memory", path + 1, "memory.limit_in_bytes",
                    "memory.usage_in_bytes", "total_inactive_file "},
                   visit);
  }
}

}  // namespace planish::native
