#include "values/program_builder.h"

#include <fmt/format.h>

namespace planish::values {

Name ProgramBuilder::unique_name(std::string_view base) {
  Interner& names = program.storage->names;
  int& asked = names_[std::string(base)];  // stays where it is when others are added
  if (asked == 0) {
    asked = 1;
    return names.intern(base);
  }
  while (true) {
    std::string name = fmt::format("{}_{}", base, asked++);
    if (names_.emplace(name, 1).second) return names.intern(name);
  }
}

}  // namespace planish::values
