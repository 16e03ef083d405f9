// IEEE half precision as 16 bits, to and from the types that the machine computes with.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace planish::runtime {

inline double half_to_double(uint16_t half) {
  double sign = (half & 0x8000) != 0 ? -1 : 1;
  int exponent = half >> 10 & 0x1F;
  int mantissa = half & 0x3FF;
  if (exponent == 0x1F) return mantissa != 0 ? std::nan("") : sign * INFINITY;
  // A subnormal number has the exponent of the smallest normal ones and no leading bit.
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(mantissa + 0x400, exponent - 25);
}

// Magnitudes from here on round to infinity.
inline constexpr double kHalfOverflow = 65520;

// The nearest half, ties to even; infinity for what is too large.
inline uint16_t double_to_half(double value) {
  auto sign = static_cast<uint16_t>(std::bit_cast<uint64_t>(value) >> 48 & 0x8000);
  if (std::isnan(value)) return sign | 0x7E00;
  double magnitude = std::fabs(value);
  if (magnitude >= kHalfOverflow) return sign | 0x7C00;
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude < 2^exponent
  // The weight of the last bit: 11 significant bits, but never below the smallest subnormal number.
  int unit = std::max(exponent - 11, -24);
  // nearbyint rounds ties to even. A carry into the next exponent is right as it is.
  auto units = static_cast<uint16_t>(std::nearbyint(std::ldexp(magnitude, -unit)));
  // Exponent 1 and the subnormal numbers share the weight 2^-24; the leading bit counts one
  // exponent.
  return static_cast<uint16_t>(sign | ((unit + 24) * 0x400 + units));
}

}  // namespace planish::runtime
