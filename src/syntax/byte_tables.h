// What a byte of the source text may be part of.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "support/characters.h"

namespace planish {

enum class ByteClass : uint8_t {
  Bad,
  Space,
  Letter,
  Underscore,
  Digit,
  Operator,  // what an operator may begin with
  Dot,
  Hash,
  Apostrophe,
  DoubleQuote,
  Colon,
  Question,
  Bracket,  // [
  Single,   // a token of its own
};

inline constexpr std::string_view kOperatorBytes = "+-*/%=!><|&^";

inline constexpr auto kClasses = [] {
  std::array<ByteClass, 256> table{};
  for (unsigned i = 0; i < 256; i++) {
    const auto c = static_cast<char>(i);
    if (is_alphabetic(c)) table[i] = ByteClass::Letter;
    if (is_digit(c)) table[i] = ByteClass::Digit;
  }
  for (unsigned char c : std::string_view(" \t\n\r\f\v")) table[c] = ByteClass::Space;
  for (unsigned char c : kOperatorBytes) table[c] = ByteClass::Operator;
  for (unsigned char c : std::string_view("(){}],\\`~$")) table[c] = ByteClass::Single;
  table['_'] = ByteClass::Underscore;
  table['.'] = ByteClass::Dot;
  table['#'] = ByteClass::Hash;
  table['\''] = ByteClass::Apostrophe;
  table['"'] = ByteClass::DoubleQuote;
  table[':'] = ByteClass::Colon;
  table['?'] = ByteClass::Question;
  table['['] = ByteClass::Bracket;
  return table;
}();

enum ByteFlag : uint8_t {
  kConstituent = 1,   // goes on in a name
  kOperatorRest = 2,  // goes on in an operator
  kHex = 4,
  kPlainInString = 8,
};

inline constexpr auto kFlags = [] {
  std::array<uint8_t, 256> table{};
  for (unsigned i = 0; i < 256; i++) {
    const auto c = static_cast<char>(i);
    if (is_alphabetic(c) || is_digit(c) || c == '_' || c == '\'') table[i] |= kConstituent;
    if (is_hex_digit(c)) table[i] |= kHex;
    if (i >= ' ' && c != 0x7f && c != '"' && c != '\\') table[i] |= kPlainInString;
  }
  for (unsigned char c : kOperatorBytes) table[c] |= kOperatorRest;
  table['.'] |= kOperatorRest;
  return table;
}();

}  // namespace planish
