#include "syntax/literal.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "syntax/unicode.h"

namespace planish {
namespace {

using ast::PrimSuffix;

struct SuffixText {
  std::string_view text;
  PrimSuffix suffix;
};
constexpr SuffixText kIntegerSuffixes[] = {
    {"i8", PrimSuffix::I8},   {"i16", PrimSuffix::I16}, {"i32", PrimSuffix::I32},
    {"i64", PrimSuffix::I64}, {"u8", PrimSuffix::U8},   {"u16", PrimSuffix::U16},
    {"u32", PrimSuffix::U32}, {"u64", PrimSuffix::U64},
};
constexpr SuffixText kFloatSuffixes[] = {
    {"f16", PrimSuffix::F16},
    {"f32", PrimSuffix::F32},
    {"f64", PrimSuffix::F64},
};

PrimSuffix take_suffix(std::string_view& text, std::span<const SuffixText> suffixes) {
  for (const SuffixText& s : suffixes) {
    if (text.ends_with(s.text)) {
      text.remove_suffix(s.text.size());
      return s.suffix;
    }
  }
  return PrimSuffix::None;
}

std::string without_underscores(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    if (c != '_') out.push_back(c);
  }
  return out;
}

bool is_based(std::string_view text, char base) {
  return text.size() > 1 && text[0] == '0' && (text[1] | 0x20) == base;
}

bool is_digit_of(char c, unsigned base) {
  bool digit = c >= '0' && c <= '9';
  bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'f';
  return (digit && static_cast<unsigned>(c - '0') < base) || (letter && base == 16);
}

unsigned digit_value(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

uint64_t roman_value(std::string_view text) {
  auto letter = [](char c) -> uint64_t {
    switch (c) {
      case 'M': return 1000;
      case 'D': return 500;
      case 'C': return 100;
      case 'L': return 50;
      case 'X': return 10;
      case 'V': return 5;
      default: return 1;
    }
  };
  // A pair such as CM or IX counts its difference; any other letter counts itself.
  auto is_pair = [](char a, char b) {
    return (a == 'C' && (b == 'M' || b == 'D')) || (a == 'X' && (b == 'C' || b == 'L')) ||
           (a == 'I' && (b == 'X' || b == 'V'));
  };
  uint64_t value = 0;
  for (size_t i = 0; i < text.size(); i++) {
    if (i + 1 < text.size() && is_pair(text[i], text[i + 1])) {
      value += letter(text[i + 1]) - letter(text[i]);
      i++;
    } else {
      value += letter(text[i]);
    }
  }
  return value;
}

// Bits to a double with one rounding: the first 64 significant bits, and whether anything else was
// set.
double power_of_two_value(std::string_view digits, unsigned bits_per_digit) {
  uint64_t top = 0;
  int dropped = 0;
  bool sticky = false;
  for (char c : digits) {
    unsigned digit = digit_value(c);
    for (unsigned bit = bits_per_digit; bit-- > 0;) {
      uint64_t b = digit >> bit & 1;
      if (top >> 63 == 0) {
        top = top << 1 | b;
      } else {
        sticky |= b != 0;
        if (dropped < 100000) dropped++;
      }
    }
  }
  return std::ldexp(static_cast<double>(top | static_cast<uint64_t>(sticky)), dropped);
}

// About how many digits the number has before the point: positive for large numbers, negative for
// small ones.
int64_t magnitude(std::string_view text, std::chars_format format) {
  bool hex = format == std::chars_format::hex;
  size_t marker = std::min(text.find_first_of(hex ? "pP" : "eE"), text.size());
  std::string_view digits = text.substr(0, marker);
  size_t point = std::min(digits.find('.'), digits.size());
  size_t first = std::min(digits.find_first_not_of("0."), digits.size());
  int64_t places = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (hex) places *= 4;
  constexpr int64_t kHuge = int64_t{1} << 40;
  int64_t exponent = 0;
  bool negative = false;
  for (char c : text.substr(marker)) {
    if (c == '-') negative = true;
    if (c >= '0' && c <= '9') exponent = std::min(kHuge, exponent * 10 + (c - '0'));
  }
  return places + (negative ? -exponent : exponent);
}

// from_chars, with infinity or zero for what is out of range.
template <class Float>
Float parse_float(std::string_view text, std::chars_format format, bool* complete = nullptr) {
  Float value = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (complete != nullptr) *complete = result.ptr == text.data() + text.size();
  if (result.ec != std::errc::result_out_of_range) return value;
  return magnitude(text, format) > 0 ? std::numeric_limits<Float>::infinity() : Float{0};
}

}  // namespace

IntegerValue integer_value(std::string_view text) {
  IntegerValue result;
  result.suffix = take_suffix(text, kIntegerSuffixes);
  std::string clean;
  if (text.find('_') != std::string_view::npos) {
    clean = without_underscores(text);
    text = clean;
  }
  if (is_based(text, 'r')) {
    result.malformed =
        text.size() == 2 || text.find_first_not_of("IVXLCDM", 2) != std::string_view::npos;
    result.value = roman_value(text.substr(2));
    result.approximate = static_cast<double>(result.value);
    return result;
  }
  unsigned bits = is_based(text, 'x') ? 4 : is_based(text, 'b') ? 1 : 0;
  if (bits != 0) {
    std::string_view digits = text.substr(2);
    result.malformed = digits.empty();
    for (char c : digits) {
      if (!is_digit_of(c, bits == 4 ? 16 : 2)) {
        result.malformed = true;
        return result;
      }
      result.overflow |= result.value >> (64 - bits) != 0;
      result.value = result.value << bits | digit_value(c);
    }
    result.approximate =
        result.overflow ? power_of_two_value(digits, bits) : static_cast<double>(result.value);
    return result;
  }
  for (char c : text) {
    if (!is_digit_of(c, 10)) {
      result.malformed = true;
      return result;
    }
    uint64_t digit = digit_value(c);
    uint64_t value = result.value * 10 + digit;
    result.overflow |= result.value > UINT64_MAX / 10 || value < digit;
    result.value = value;
  }
  result.approximate = result.overflow ? parse_float<double>(text, std::chars_format::general)
                                       : static_cast<double>(result.value);
  return result;
}

FloatValue float_value(std::string_view text) {
  FloatValue result;
  result.suffix = take_suffix(text, kFloatSuffixes);
  std::string clean;
  if (text.find('_') != std::string_view::npos) {
    clean = without_underscores(text);
    text = clean;
  }
  auto format = std::chars_format::general;
  if (is_based(text, 'x')) {
    format = std::chars_format::hex;
    text.remove_prefix(2);
  }
  bool complete = false;
  result.value = result.suffix == PrimSuffix::F32
                     ? static_cast<double>(parse_float<float>(text, format, &complete))
                     : parse_float<double>(text, format, &complete);
  result.malformed = !complete;
  return result;
}

// ---- Escapes

namespace {

// The names of control characters, in the order of their codes.
constexpr std::string_view kControlNames[] = {
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",  "HT",  "LF",
    "VT",  "FF",  "CR",  "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK",
    "SYN", "ETB", "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US",  "SP"};

struct Escape {
  size_t length = 0;  // with the backslash; 0: not an escape
  bool empty = false;
  uint32_t code_point = 0;
  std::string_view reason = "this is not an escape";
};

Escape numeric_escape(std::string_view text, size_t prefix, unsigned base) {
  Escape escape;
  uint32_t value = 0;
  size_t at = prefix;
  for (; at < text.size(); at++) {
    char c = text[at];
    if (!is_digit_of(c, base)) break;
    if (value <= 0x10FFFF) value = value * base + digit_value(c);
  }
  if (at == prefix) return escape;
  if (value > 0x10FFFF) {
    escape.reason = "there is no character with so large a code";
    return escape;
  }
  escape.length = at;
  escape.code_point = value;
  return escape;
}

// The escape that the text begins with.
Escape read_escape(std::string_view text) {
  auto simple = [](uint32_t code_point) { return Escape{2, false, code_point, {}}; };
  if (text.size() < 2) return {};
  switch (text[1]) {
    case 'a': return simple('\a');
    case 'b': return simple('\b');
    case 'f': return simple('\f');
    case 'n': return simple('\n');
    case 'r': return simple('\r');
    case 't': return simple('\t');
    case 'v': return simple('\v');
    case '\\': return simple('\\');
    case '"': return simple('"');
    case '\'': return simple('\'');
    case '&': return {2, true, 0, {}};
    case 'x':
    case 'X': return numeric_escape(text, 2, 16);
    case 'o':
    case 'O': return numeric_escape(text, 2, 8);
    case '^':
      if (text.size() > 2 && text[2] >= '@' && text[2] <= '_')
        return {3, false, static_cast<uint32_t>(text[2] - '@'), {}};
      return {};
    case ' ': {  // a gap: blanks up to the next backslash stand for nothing
      size_t after = text.find_first_not_of(' ', 1);
      if (after != std::string_view::npos && text[after] == '\\') return {after + 1, true, 0, {}};
      return {};
    }
    default: break;
  }
  if (text[1] >= '0' && text[1] <= '9') return numeric_escape(text, 1, 10);
  Escape longest;
  auto consider = [&](std::string_view name, uint32_t code_point) {
    if (text.substr(1).starts_with(name) && name.size() >= longest.length) {
      longest = {name.size() + 1, false, code_point, {}};
    }
  };
  for (uint32_t i = 0; i < std::size(kControlNames); i++) consider(kControlNames[i], i);
  consider("DEL", 0x7F);
  return longest;
}

}  // namespace

std::optional<BadEscape> append_unescaped(std::string& out, std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    size_t backslash = std::min(text.find('\\', at), text.size());
    out.append(text.substr(at, backslash - at));
    at = backslash;
    if (at == text.size()) break;
    Escape escape = read_escape(text.substr(at));
    if (escape.length == 0) {
      size_t length =
          1 + (at + 1 < text.size()
                   ? static_cast<size_t>(utf8_length(static_cast<unsigned char>(text[at + 1])))
                   : 0);
      return BadEscape{at, std::min(at + length, text.size()), escape.reason};
    }
    if (!escape.empty) append_utf8(out, escape.code_point);
    at += escape.length;
  }
  return std::nullopt;
}

std::optional<BadEscape> character_value(uint32_t& out, std::string_view text) {
  if (text[0] != '\\') {
    out = valid_utf8_length(text.data(), text.data() + text.size()) != 0 ? decode_utf8(text.data())
                                                                         : 0xFFFD;
    return std::nullopt;
  }
  Escape escape = read_escape(text);
  if (escape.length != text.size() || escape.empty)
    return BadEscape{0, text.size(),
                     escape.reason.empty() ? "this is not a character" : escape.reason};
  out = escape.code_point;
  return std::nullopt;
}

}  // namespace planish
