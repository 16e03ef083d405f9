#pragma once
// Kinds of characters, those of ASCII only and whatever the locale is.

#include <string_view>

namespace planish {

constexpr std::string_view kSpace = " \t\r\n";

// Without white space at both ends.
constexpr std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What a name may begin with.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace planish
