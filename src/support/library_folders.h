// Where the files that belong to the compiler lie: its code generator and the runtime of programs.
#pragma once

#include <filesystem>
#include <vector>

namespace planish {

// In the order in which they are searched: what the environment variable PLANISH_LIBRARY_PATH
// names; `../lib/planish` beside the executable, where an installation has them; `../lib`, where a
// build has them; and the executable's own folder. An installation may be moved as a whole.
std::vector<std::filesystem::path> library_folders();

}  // namespace planish
