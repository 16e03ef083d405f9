// UTF-8, as far as reading source text needs it.
#pragma once

#include <cstdint>
#include <string>

namespace planish {

// The number of bytes that a character with this first byte has; 1 for bytes that begin none.
inline int utf8_length(unsigned char first) {
  if (first < 0xC0) return 1;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 3 : 4;
}

// The number of bytes of the character at `at`; 0 where the bytes are no valid UTF-8.
size_t valid_utf8_length(const char* at, const char* end);

// The code point of a valid character.
uint32_t decode_utf8(const char* at);

// Surrogates and what is larger than any code point become U+FFFD.
void append_utf8(std::string& text, uint32_t code_point);

// The first byte that is not part of valid UTF-8, or null.
const char* find_bad_utf8(const char* begin, const char* end);

}  // namespace planish
