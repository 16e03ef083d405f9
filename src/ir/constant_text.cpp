#include "ir/constant_text.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "ir/scalar_eval.h"

namespace planish::ir {

namespace {

// Layout of the IEEE formats: the exponent's bits, and the first bit of the fraction.
uint64_t exponent_mask(Prim prim) {
  switch (prim) {
    case Prim::F16: return 0x7c00;
    case Prim::F32: return 0x7f800000;
    default: return 0x7ff0000000000000;
  }
}
uint64_t sign_bit(Prim prim) { return uint64_t{1} << (bit_size(prim) - 1); }
uint64_t quiet_bit(Prim prim) {
  switch (prim) {
    case Prim::F16: return 0x200;
    case Prim::F32: return 0x400000;
    default: return 0x8000000000000;
  }
}

template <class T>
std::string shortest(T value) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

// There is no standard conversion for halves: the first number of digits that reads back is taken.
std::string shortest_half(uint16_t bits) {
  float value = half_to_float(bits);
  char buffer[64];
  for (int digits = 1;; digits++) {
    auto [end, error] =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
    double back = 0;
    std::from_chars(buffer, end, back);
    if (double_to_half(back) == bits) return shortest(back);
  }
}

std::string hexadecimal(uint64_t bits) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, bits, 16);
  return "0x" + std::string(buffer, end);
}

std::string float_text(Const c) {
  std::string name(prim_name(c.prim));
  if (is_nan(c)) {
    return c == nan_of(c.prim) ? name + ".nan" : name + ".nan(" + hexadecimal(c.bits) + ")";
  }
  if (c == infinity_of(c.prim, Sign::Plus)) return name + ".inf";
  if (c == infinity_of(c.prim, Sign::Minus)) return "-" + name + ".inf";
  std::string digits;
  if (c.prim == Prim::F16) {
    digits = shortest_half(static_cast<uint16_t>(c.bits));
  } else if (c.prim == Prim::F32) {
    digits = shortest(std::bit_cast<float>(static_cast<uint32_t>(c.bits)));
  } else {
    digits = shortest(std::bit_cast<double>(c.bits));
  }
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits + name;
}

}  // namespace

Const nan_of(Prim prim) { return {prim, exponent_mask(prim) | quiet_bit(prim)}; }
Const infinity_of(Prim prim, Sign sign) {
  return {prim, exponent_mask(prim) | (sign == Sign::Minus ? sign_bit(prim) : 0)};
}
bool is_nan(Const c) {
  return is_float(c.prim) && (c.bits & ~sign_bit(c.prim)) > exponent_mask(c.prim);
}

std::string constant_text(Const c) {
  if (c.prim == Prim::Unit) return "()";
  if (c.prim == Prim::Bool) return c.bits != 0 ? "true" : "false";
  if (is_float(c.prim)) return float_text(c);
  std::string digits =
      is_signed(c.prim) ? std::to_string(static_cast<int64_t>(c.bits)) : std::to_string(c.bits);
  // Most integers of a program are sizes and indices, so theirs is the type that is not written.
  return c.prim == Prim::I64 ? digits : digits + std::string(prim_name(c.prim));
}

std::optional<Prim> prim_named(std::string_view name) {
  for (size_t i = 0; i < std::size(kPrimNames); i++) {
    if (kPrimNames[i] == name) return static_cast<Prim>(i);
  }
  return std::nullopt;
}

std::optional<Const> read_number(Prim prim, Sign sign, std::string_view digits) {
  const char* begin = digits.data();
  const char* end = begin + digits.size();
  auto read = [&](auto& value) {
    auto [stop, error] = std::from_chars(begin, end, value);
    // Too large or too small for the type; the shortest form of a number is never that.
    return error == std::errc() && stop == end;
  };
  if (is_integer(prim)) {
    uint64_t magnitude = 0;
    if (!read(magnitude)) return std::nullopt;
    uint64_t bits = sign == Sign::Minus ? 0 - magnitude : magnitude;
    if (is_unsigned(prim)) {
      bool fits = bit_size(prim) == 64 || magnitude >> bit_size(prim) == 0;
      if (!fits || (sign == Sign::Minus && magnitude != 0)) return std::nullopt;
    } else {
      uint64_t limit = uint64_t{1} << (bit_size(prim) - 1);
      if (magnitude > limit || (magnitude == limit && sign == Sign::Plus)) return std::nullopt;
    }
    return Const{prim, bits};
  }
  Const value{prim, 0};
  if (prim == Prim::F32) {
    float number = 0;
    if (!read(number)) return std::nullopt;
    value.bits = std::bit_cast<uint32_t>(number);
  } else if (prim == Prim::F64 || prim == Prim::F16) {
    double number = 0;
    if (!read(number)) return std::nullopt;
    value.bits = prim == Prim::F64 ? std::bit_cast<uint64_t>(number) : double_to_half(number);
    if (prim == Prim::F16 && value == infinity_of(prim, Sign::Plus)) return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (sign == Sign::Minus) value.bits |= sign_bit(prim);
  return value;
}

}  // namespace planish::ir
