#include <cstring>

#include "syntax/token_maker.h"

namespace planish {

namespace {

bool is_integer_suffix(std::string_view s) {
  return s == "i8" || s == "i16" || s == "i32" || s == "i64" || s == "u8" || s == "u16" ||
         s == "u32" || s == "u64";
}
bool is_float_suffix(std::string_view s) { return s == "f16" || s == "f32" || s == "f64"; }

}  // namespace

void TokenMaker::number() {
  const char* digits = at_ + 2;
  switch (*at_ == '0' ? peek(at_, 1) : '\0') {
    case 'x':
    case 'X':
    case 'b':
    case 'B':
    case 'r':
    case 'R': return based_number(digits);
    default: break;
  }
  // In `t.0.1` the numbers are fields, not a fraction; also after a space or comment.
  bool after_dot = !result_.tokens.empty() && result_.tokens.back().kind == TokenKind::Dot;
  bool integer = true;
  const char* to = at_;
  auto skip_digits = [&] {
    while (is_digit(peek(to)) || peek(to) == '_') to++;
  };
  skip_digits();
  if (!after_dot) {
    if (peek(to) == '.' && is_digit(peek(to, 1))) {
      integer = false;
      to++;
      skip_digits();
    }
    if (peek(to) == 'e' || peek(to) == 'E') {
      const char* exponent = to + 1;
      if (peek(exponent) == '+' || peek(exponent) == '-') exponent++;
      if (is_digit(peek(exponent))) {
        integer = false;
        to = exponent;
        while (is_digit(peek(to))) to++;
      }
    }
  }
  number_tail(to, integer, after_dot);
}

// Hexadecimal, binary and Roman ones.
void TokenMaker::based_number(const char* digits) {
  const char* to = digits;
  unsigned char base = peek(at_, 1) | 0x20;
  auto is_digit_here = [&](unsigned char c) {
    return base == 'x'   ? is_hex_digit(c)
           : base == 'b' ? c == '0' || c == '1'
                         : c != 0 && std::strchr("IVXLCDM", c);
  };
  while (is_digit_here(peek(to)) || (to > digits && peek(to) == '_')) to++;
  if (to == digits) {
    const char* rest = skip(to, kConstituent);
    const char* kind = base == 'x' ? "hexadecimal" : base == 'b' ? "binary" : "Roman";
    const char* which = base == 'x'   ? "0-9 and a-f"
                        : base == 'b' ? "0 and 1"
                                      : "I, V, X, L, C, D and M";
    error(Diag::bad_literal, loc(at_, rest), fmt::format("this {} number has no digits", kind))
        .suggest(fmt::format("the digits after `0{}` are {}", static_cast<char>(at_[1]), which));
    return push(TokenKind::Int, rest);
  }
  bool integer = true;
  if (base == 'x' && peek(to) == '.' && is_hex_digit(peek(to, 1))) {
    integer = false;
    to++;
    while (is_hex_digit(peek(to)) || peek(to) == '_') to++;
    const char* exponent = to + 1;
    if (peek(exponent) == '+' || peek(exponent) == '-') exponent++;
    if ((peek(to) | 0x20) != 'p' || !is_digit(peek(exponent))) {
      error(Diag::bad_literal, loc(at_, to), "this hexadecimal float has no exponent")
          .suggest("write the power of two after it, as in `0x1.8p0`")
          .replace(loc(to, to), "p0");
    } else {
      to = exponent;
      while (is_digit(peek(to)) || peek(to) == '_') to++;
    }
  }
  number_tail(to, integer, /*after_dot=*/false);
}

// The suffix, and whatever wrongly stands directly after a number.
void TokenMaker::number_tail(const char* to, bool integer, bool after_dot) {
  const char* rest = skip(to, kConstituent);
  // An apostrophe after a number begins a type parameter.
  if (const void* quote = std::memchr(to, '\'', static_cast<size_t>(rest - to)))
    rest = static_cast<const char*>(quote);
  std::string_view suffix(to, static_cast<size_t>(rest - to));
  bool based = peek(at_) == '0' && is_alphabetic(peek(at_, 1)) && to > at_ + 1;
  if (suffix.empty()) return push(integer ? TokenKind::Int : TokenKind::Float, to);
  if (integer && is_integer_suffix(suffix)) return push(TokenKind::Int, rest);
  if (is_float_suffix(suffix) && !after_dot && (!integer || !based))
    return push(TokenKind::Float, rest);
  std::string_view shown = suffix.substr(0, 20);
  bool like_suffix = suffix.size() >= 2 && std::strchr("iuf", suffix[0]) && is_digit(suffix[1]);
  std::string message;
  std::string hint = "the suffixes are i8, i16, i32, i64, u8, u16, u32, u64, f16, f32 and f64";
  if (is_integer_suffix(suffix) || is_float_suffix(suffix)) {
    message = fmt::format("this number cannot have the suffix `{}`", shown);
    hint = integer ? "it can have the suffix of an integer type"
                   : "it can have the suffix of a float type";
    if (after_dot) hint = "the number of a field has no suffix";
  } else if (is_digit(suffix[0])) {
    message = fmt::format("`{}` is not a digit of a binary number", suffix[0]);
    hint = "the digits after `0b` are 0 and 1";
  } else if (like_suffix) {
    message = fmt::format("there is no number type `{}`", shown);
  } else {
    message = fmt::format("`{}` cannot stand directly after a number", shown);
    hint += "; other names need a space before them";
  }
  error(Diag::bad_literal, loc(to, rest), std::move(message)).suggest(std::move(hint));
  push(integer ? TokenKind::Int : TokenKind::Float, rest);
}

}  // namespace planish
