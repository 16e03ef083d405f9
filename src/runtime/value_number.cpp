#include "runtime/value_number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "runtime/value_half.h"

namespace planish::runtime {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
bool is_word(char c) {
  return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '.';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : begin_(text.data()), end_(begin_ + text.size()) {}

  ScalarText scan() {
    at_ = begin_;
    if (peek() == '-' || peek() == '+') scalar_.negative = *at_++ == '-';
    bool complete = is_digit(peek()) ? number() : word();
    // `1..2`, `3x`, `1+1` are no scalars, but a comment may follow at once.
    bool ends = !is_word(peek()) && peek() != '+' && (peek() != '-' || peek(1) == '-');
    if (!complete || !ends) scalar_.kind = ScalarText::Kind::None;
    scalar_.length = static_cast<size_t>(at_ - begin_);
    return scalar_;
  }

 private:
  using Kind = ScalarText::Kind;

  char peek(ptrdiff_t ahead = 0) const { return end_ - at_ > ahead ? at_[ahead] : '\0'; }

  bool number() {
    char base = static_cast<char>(peek() == '0' ? peek(1) | 0x20 : '\0');
    scalar_.kind = Kind::Integer;
    bool complete = base == 'x'   ? hexadecimal()
                    : base == 'b' ? based<1>([](char c) { return c == '0' || c == '1'; })
                                  : decimal();
    return complete && suffix();
  }

  // Skips digits and underscores. A number of digits begins with a digit.
  template <class IsDigit>
  bool skip_digits(IsDigit is_one) {
    if (!is_one(peek())) return false;
    while (is_one(peek()) || peek() == '_') {
      scalar_.underscores |= *at_ == '_';
      at_++;
    }
    return true;
  }

  bool exponent() {
    at_++;
    if (peek() == '-' || peek() == '+') at_++;
    return skip_digits(is_digit);
  }

  bool decimal() {
    const char* start = at_;
    uint64_t value = 0;
    for (; is_digit(peek()) || peek() == '_'; at_++) {
      if (*at_ == '_') {
        scalar_.underscores = true;
        continue;
      }
      auto digit = static_cast<uint64_t>(*at_ - '0');
      // Only a number this large can overflow, and a division for every digit would be slow.
      constexpr uint64_t kSafe = UINT64_MAX / 10 - 1;
      if (value > kSafe) scalar_.overflow |= value > (UINT64_MAX - digit) / 10;
      value = value * 10 + digit;
    }
    scalar_.magnitude = value;
    bool complete = true;
    if (peek() == '.' && is_digit(peek(1))) {
      scalar_.kind = Kind::Fraction;
      at_++;
      complete = skip_digits(is_digit);
    }
    if ((peek() | 0x20) == 'e') {
      scalar_.kind = Kind::Fraction;
      complete = complete && exponent();
    }
    scalar_.digits = {start, at_};
    return complete;
  }

  template <unsigned kBits, class IsDigit>
  bool based(IsDigit is_one) {
    scalar_.based = true;
    at_ += 2;
    const char* start = at_;
    if (!skip_digits(is_one)) return false;
    for (const char* digit = start; digit != at_; digit++) {
      if (*digit == '_') continue;
      auto value =
          static_cast<uint64_t>(is_digit(*digit) ? *digit - '0' : (*digit | 0x20) - 'a' + 10);
      scalar_.overflow |= scalar_.magnitude >> (64 - kBits) != 0;
      scalar_.magnitude = scalar_.magnitude << kBits | value;
    }
    scalar_.digits = {start, at_};
    return true;
  }

  // An integer, or a fraction, which has a point, an exponent of two, or both: `0x1.8p3`.
  bool hexadecimal() {
    const char* start = at_ + 2;
    bool complete = based<4>(is_hex_digit);
    if (peek() == '.') {
      scalar_.kind = Kind::Fraction;
      at_++;
      complete = complete && skip_digits(is_hex_digit);
    }
    if ((peek() | 0x20) == 'p') {
      scalar_.kind = Kind::Fraction;
      complete = complete && exponent();
    } else if (scalar_.kind == Kind::Fraction) {
      return false;  // what follows the point could be digits or a suffix
    }
    if (complete) scalar_.digits = {start, at_};
    return complete;
  }

  bool suffix() {
    if (!is_word(peek())) return true;
    const char* start = at_;
    while (is_word(peek())) at_++;
    scalar_.suffix = value_prim({start, at_});
    return scalar_.suffix && scalar_.suffix != Prim::Bool;
  }

  // `true`, `false`, `f32.inf`, `f32.nan`
  bool word() {
    const char* start = at_;
    while (is_word(peek())) at_++;
    std::string_view text(start, at_);
    if (text == "true" || text == "false") {
      scalar_.kind = Kind::Bool;
      scalar_.suffix = Prim::Bool;
      scalar_.magnitude = text == "true" ? 1 : 0;
      return start == begin_;
    }
    if (text.size() != 7 || text[3] != '.') return false;
    scalar_.suffix = value_prim(text.substr(0, 3));
    if (!scalar_.suffix || !is_float(*scalar_.suffix)) return false;
    scalar_.kind = text.ends_with("inf") ? Kind::Infinity : Kind::NotANumber;
    return text.ends_with("inf") || text.ends_with("nan");
  }

  const char* begin_;
  const char* end_;
  const char* at_ = nullptr;
  ScalarText scalar_;
};

template <class T>
void write(std::byte* out, T value) {
  std::memcpy(out, &value, sizeof value);
}

void write_float(std::byte* out, Prim prim, double value) {
  if (prim == Prim::F16) {
    write(out, double_to_half(value));
  } else if (prim == Prim::F32) {
    write(out, static_cast<float>(value));
  } else {
    write(out, value);
  }
}

// The digits as a float; infinity for what is too large.
template <class Float>
Float parse_digits(std::string_view digits, std::chars_format format) {
  Float value = 0;
  auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (result.ec != std::errc::result_out_of_range) return value;
  // from_chars does not say whether the number is too large or too close to zero.
  std::string text = (format == std::chars_format::hex ? "0x" : "") + std::string(digits);
  return std::fabs(std::strtod(text.c_str(), nullptr)) > 1 ? std::numeric_limits<Float>::infinity()
                                                           : Float{0};
}

double magnitude_of(const ScalarText& scalar, Prim prim) {
  if (scalar.based && scalar.kind == ScalarText::Kind::Integer) {
    if (scalar.overflow) return INFINITY;
    return prim == Prim::F32 ? double{static_cast<float>(scalar.magnitude)}
                             : static_cast<double>(scalar.magnitude);
  }
  std::string_view digits = scalar.digits;
  std::string clean;
  if (scalar.underscores) {
    for (char c : digits) {
      if (c != '_') clean.push_back(c);
    }
    digits = clean;
  }
  auto format = scalar.based ? std::chars_format::hex : std::chars_format::general;
  return prim == Prim::F32 ? double{parse_digits<float>(digits, format)}
                           : parse_digits<double>(digits, format);
}

Stored store_float(const ScalarText& scalar, Prim prim, std::byte* out) {
  using Kind = ScalarText::Kind;
  if (scalar.kind == Kind::Infinity) {
    write_float(out, prim, scalar.negative ? -INFINITY : INFINITY);
    return Stored::Done;
  }
  if (scalar.kind == Kind::NotANumber) {
    write_float(out, prim, std::nan(""));
    return Stored::Done;
  }
  double magnitude = magnitude_of(scalar, prim);
  // Who writes the type too gets what a program would compute.
  bool too_large = std::isinf(magnitude) || (prim == Prim::F16 && magnitude >= kHalfOverflow);
  if (too_large && !scalar.suffix) return Stored::OutOfRange;
  write_float(out, prim, scalar.negative ? -magnitude : magnitude);
  return Stored::Done;
}

Stored store_integer(const ScalarText& scalar, Prim prim, std::byte* out) {
  if (scalar.kind != ScalarText::Kind::Integer) return Stored::OtherType;
  int bits = bit_size(prim);
  uint64_t all_bits = UINT64_MAX >> (64 - bits);
  uint64_t most = is_signed(prim) && !scalar.based ? all_bits >> 1 : all_bits;
  if (scalar.negative) most = is_signed(prim) ? (all_bits >> 1) + 1 : 0;
  if (scalar.overflow || (scalar.magnitude > most && !scalar.suffix)) return Stored::OutOfRange;
  uint64_t value = scalar.negative ? -scalar.magnitude : scalar.magnitude;
  switch (bits) {
    case 8: write(out, static_cast<uint8_t>(value)); break;
    case 16: write(out, static_cast<uint16_t>(value)); break;
    case 32: write(out, static_cast<uint32_t>(value)); break;
    default: write(out, value); break;
  }
  return Stored::Done;
}

}  // namespace

ScalarText scan_scalar(std::string_view text) { return Scanner(text).scan(); }

Stored store_scalar(const ScalarText& scalar, Prim prim, std::byte* out) {
  if (scalar.suffix && *scalar.suffix != prim) return Stored::OtherType;
  if (is_integer(prim)) return store_integer(scalar, prim, out);
  if (prim == Prim::Bool) {
    if (scalar.kind != ScalarText::Kind::Bool) return Stored::OtherType;
    write(out, static_cast<uint8_t>(scalar.magnitude));
    return Stored::Done;
  }
  return store_float(scalar, prim, out);
}

std::string range_text(Prim prim) {
  switch (prim) {
    case Prim::F16: return "-65504 to 65504";
    case Prim::F32: return "-3.4028235e38 to 3.4028235e38";
    case Prim::F64: return "-1.7976931348623157e308 to 1.7976931348623157e308";
    default: break;
  }
  uint64_t all_bits = UINT64_MAX >> (64 - bit_size(prim));
  if (is_unsigned(prim)) return fmt::format("0 to {}", all_bits);
  return fmt::format("-{} to {}", (all_bits >> 1) + 1, all_bits >> 1);
}

std::optional<Prim> value_prim(std::string_view name) {
  for (int i = 0; i < kPrimCount; i++) {
    if (kPrimNames[i] == name) return static_cast<Prim>(i);
  }
  return std::nullopt;
}

std::optional<Prim> element_prim(std::string_view name) {
  return name == prim_name(Prim::Unit) ? Prim::Unit : value_prim(name);
}

}  // namespace planish::runtime
