#include "runtime/value_string.h"

#include <cstdint>

namespace planish::runtime {
namespace {

constexpr uint32_t kMaxCodePoint = 0x10FFFF;
// Characters that stand for others after a backslash, and those.
constexpr std::string_view kEscapes = "abfnrtv\\\"'";
constexpr std::string_view kEscaped = "\a\b\f\n\r\t\v\\\"'";
bool is_surrogate(uint32_t code_point) { return code_point >= 0xD800 && code_point < 0xE000; }

// The number of bytes of the character that the text begins with; 0 if it is not valid UTF-8.
size_t character_length(std::string_view text) {
  auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  uint32_t code_point = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return 0;
    code_point = code_point << 6 | (byte & 0x3F);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  bool valid =
      code_point >= kLeast[length] && code_point <= kMaxCodePoint && !is_surrogate(code_point);
  return valid ? length : 0;
}

void append_character(std::string& out, uint32_t code_point) {
  auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      put(0xE0 | code_point >> 12);
    } else {
      put(0xF0 | code_point >> 18);
      put(0x80 | (code_point >> 12 & 0x3F));
    }
    put(0x80 | (code_point >> 6 & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

uint32_t digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<uint32_t>(lower - 'a' + 10) : 99;
}

// Appends what the escape at the beginning of the text stands for. Gives its length, 0 if it is
// none.
size_t read_escape(std::string& out, std::string_view text) {
  if (text.size() < 2) return 0;
  if (size_t i = kEscapes.find(text[1]); i != std::string_view::npos) {
    out.push_back(kEscaped[i]);
    return 2;
  }
  if (text[1] == '&') return 2;
  uint32_t base = text[1] == 'x' || text[1] == 'X' ? 16 : text[1] == 'o' || text[1] == 'O' ? 8 : 10;
  size_t begin = base == 10 ? 1 : 2;
  size_t at = begin;
  uint32_t code_point = 0;
  for (; at < text.size() && digit_value(text[at]) < base; at++) {
    if (code_point <= kMaxCodePoint) code_point = code_point * base + digit_value(text[at]);
  }
  if (at == begin || code_point > kMaxCodePoint || is_surrogate(code_point)) return 0;
  append_character(out, code_point);
  return at;
}

}  // namespace

StringText read_string(std::string_view text) {
  StringText result;
  for (result.length = 1; result.length < text.size();) {
    std::string_view rest = text.substr(result.length);
    size_t length = 0;
    if (rest[0] == '"') {
      result.length++;
      return result;
    }
    if (rest[0] == '\n') break;
    if (rest[0] == '\\') {
      length = read_escape(result.bytes, rest);
      if (length == 0) result.wrong = "this is not an escape";
    } else {
      length = character_length(rest);
      result.bytes.append(rest.substr(0, length));
      if (length == 0) result.wrong = "this string is not valid UTF-8";
    }
    if (length == 0) return result;
    result.length += length;
  }
  result.wrong = "this string is not closed";
  result.length = 0;
  return result;
}

bool is_text(std::string_view bytes) {
  constexpr std::string_view kAllowed = "\n\r\t";
  while (!bytes.empty()) {
    const size_t length = character_length(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    const bool control = length == 1 ? first < 0x20 || first == 0x7F
                                     : first == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0;
    if (length == 0 || (control && kAllowed.find(bytes[0]) == std::string_view::npos)) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

void append_string(std::string& out, std::string_view bytes) {
  out += '"';
  for (char c : bytes) {
    const size_t i = c == '\'' ? std::string_view::npos : kEscaped.find(c);
    if (i != std::string_view::npos) out += '\\';
    out += i != std::string_view::npos ? kEscapes[i] : c;
  }
  out += '"';
}

std::string_view text_prefix(std::string_view bytes, size_t most) {
  if (bytes.size() <= most) return bytes;
  while (most > 0 && (static_cast<unsigned char>(bytes[most]) & 0xC0) == 0x80) most--;
  return bytes.substr(0, most);
}

}  // namespace planish::runtime
