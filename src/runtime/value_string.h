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

// The string that the text begins with. Escapes are letters (`\n`), quotes, codes of characters in
// decimal, hexadecimal and octal (`\233`, `\xE9`, `\o351`), and `\&`, which stands for nothing.
// What is not valid UTF-8 is an error.
StringText read_string(std::string_view text);

// Whether bytes are text that a string can show: valid UTF-8, without control characters but those
// of lines and tabs.
bool is_text(std::string_view bytes);
// Appends the string, in quotes, that reads back to the bytes, which are text.
void append_string(std::string& out, std::string_view bytes);
// Its beginning, at most so many bytes, with whole characters only.
std::string_view text_prefix(std::string_view bytes, size_t most);

}  // namespace planish::runtime
