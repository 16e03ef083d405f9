// Kinds of characters, those of ASCII only and whatever the locale is.
#pragma once

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
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Of the alphabet.
constexpr bool is_alphabetic(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// What a name may begin with.
constexpr bool is_letter(char c) { return is_alphabetic(c) || c == '_'; }

}  // namespace planish
