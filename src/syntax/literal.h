// The values of literals, from the texts of tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/ast.h"

namespace planish {

struct IntegerValue {
  uint64_t value = 0;      // modulo 2^64
  bool overflow = false;   // does not fit 64 bits
  double approximate = 0;  // correctly rounded
  bool malformed = false;  // not a literal: the lexer has reported it
  ast::PrimSuffix suffix = ast::PrimSuffix::None;
};
IntegerValue integer_value(std::string_view text);

struct FloatValue {
  double value = 0;  // infinite when too large; rounded to f32 when it has that suffix
  bool malformed = false;
  ast::PrimSuffix suffix = ast::PrimSuffix::None;
};
FloatValue float_value(std::string_view text);

// A wrong escape: a range of the text, and what is wrong with it.
struct BadEscape {
  size_t from = 0;
  size_t to = 0;
  std::string_view reason;
};

// Appends what the text between the quotes stands for, as UTF-8.
std::optional<BadEscape> append_unescaped(std::string& out, std::string_view text);

// The code point of a character literal's text between the quotes.
std::optional<BadEscape> character_value(uint32_t& out, std::string_view text);

}  // namespace planish
