#pragma once

#include <span>
#include <string_view>

namespace planish {

// One file of the prelude, part of the binary.
struct EmbeddedFile {
  std::string_view path;  // the import path, such as "/prelude/soacs": no extension
  std::string_view text;
};

// All files of prelude/, templates expanded; lives as long as the program. The build generates the definition.
std::span<const EmbeddedFile> embedded_prelude();

}  // namespace planish
