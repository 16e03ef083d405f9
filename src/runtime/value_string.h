// Strings in the text format: "caf\233\n" stands for an array of bytes, in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planish::runtime {

struct StringText {
  std::string bytes;
  size_t length = 0;       // of the text with its quotes, or where it is wrong
  std::string_view wrong;  // empty: nothing
};

// The string that the text begins with. Escapes are letters (`\n`), quotes, codes of characters in decimal, hexadecimal and
// octal (`\233`, `\xE9`, `\o351`), and `\&`, which stands for nothing. What is not valid UTF-8 is an error.
StringText read_string(std::string_view text);

}  // namespace planish::runtime
