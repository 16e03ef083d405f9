#include "syntax/unicode.h"

#include <cstring>

namespace planish {

size_t valid_utf8_length(const char* at, const char* end) {
  auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
  auto continues = [&](int i) { return (byte(i) & 0xC0) == 0x80; };
  auto left = end - at;
  if (left < 1) return 0;
  unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return left >= 2 && continues(1) ? 2 : 0;
  if (first < 0xF0) {
    if (left < 3 || !continues(1) || !continues(2)) return 0;
    bool too_long = first == 0xE0 && byte(1) < 0xA0;
    bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return too_long || surrogate ? 0 : 3;
  }
  if (first > 0xF4 || left < 4 || !continues(1) || !continues(2) || !continues(3)) return 0;
  bool too_long = first == 0xF0 && byte(1) < 0x90;
  bool too_large = first == 0xF4 && byte(1) >= 0x90;
  return too_long || too_large ? 0 : 4;
}

uint32_t decode_utf8(const char* at) {
  auto byte = [&](int i) { return static_cast<uint32_t>(static_cast<unsigned char>(at[i])); };
  auto low = [&](int i) { return byte(i) & 0x3F; };
  switch (utf8_length(static_cast<unsigned char>(*at))) {
    case 1: return byte(0);
    case 2: return (byte(0) & 0x1F) << 6 | low(1);
    case 3: return (byte(0) & 0x0F) << 12 | low(1) << 6 | low(2);
    default: return (byte(0) & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3);
  }
}

void append_utf8(std::string& text, uint32_t code_point) {
  bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (surrogate || code_point > 0x10FFFF) code_point = 0xFFFD;
  auto put = [&](uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

const char* find_bad_utf8(const char* begin, const char* end) {
  constexpr uint64_t kHighBits = 0x8080808080808080u;
  const char* at = begin;
  while (at < end) {
    uint64_t eight;
    if (end - at >= 8 && (std::memcpy(&eight, at, 8), (eight & kHighBits) == 0)) {
      at += 8;
      continue;
    }
    size_t length = valid_utf8_length(at, end);
    if (length == 0) return at;
    at += length;
  }
  return nullptr;
}

}  // namespace planish
