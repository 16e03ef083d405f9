#include "support/library_folders.h"

#include <cstdlib>
#include <system_error>

namespace planish {

std::vector<std::filesystem::path> library_folders() {
  std::vector<std::filesystem::path> found;
  if (const char* named = std::getenv("PLANISH_LIBRARY_PATH")) found.emplace_back(named);
  std::error_code error;
  const auto executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const auto lib = executable.parent_path().parent_path() / "lib";
    found.push_back(lib / "planish");
    found.push_back(lib);
    found.push_back(executable.parent_path());
  }
  return found;
}

}  // namespace planish
