#pragma once

#include <string_view>

namespace planish {

// A text file that is part of the binary; both views live as long as the program.
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

}  // namespace planish
