// Functions of floats for threads of a GPU, where those of libclc are slow: they divide, or read
// tables at places that differ from thread to thread.
//
// Note [Mathematics of threads]
// Arguments are reduced, and a polynomial is evaluated, with fused operations only: no table, no
// division, no branch but for angles that are very large. So code of neighbouring points can still
// be vectorised, and a function costs 20 to 30 instructions. Results are within 1.5 units in the
// last place (2 for log2 and for sines of large angles), for all arguments; unit tests compare with
// doubles. All operations are exact or rounded once, so that the emulator, these tests and a GPU give
// the same bits: instructions such as ex2.approx, which are faster still, would not.
#pragma once

#include <stdint.h>

namespace planish::kernels {

#define PLANISH_MATH_INLINE inline __attribute__((always_inline))

// Without a C library the names of its functions mean calls; these are instructions.
#if defined(__NVPTX__)
PLANISH_MATH_INLINE float fused(float x, float y, float z) {
  return __builtin_elementwise_fma(x, y, z);
}
PLANISH_MATH_INLINE float smaller_of(float x, float y) { return __builtin_elementwise_min(x, y); }
PLANISH_MATH_INLINE float absolute(float x) { return __builtin_elementwise_abs(x); }
#else
PLANISH_MATH_INLINE float fused(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
PLANISH_MATH_INLINE float smaller_of(float x, float y) { return __builtin_fminf(x, y); }
PLANISH_MATH_INLINE float absolute(float x) { return __builtin_fabsf(x); }
#endif
PLANISH_MATH_INLINE uint32_t bits_of(float x) { return __builtin_bit_cast(uint32_t, x); }
PLANISH_MATH_INLINE float from_bits(uint32_t x) { return __builtin_bit_cast(float, x); }

// Added to a number and taken off again it leaves the nearest integer, which the lowest bits of the
// sum are, too.
inline constexpr float kRounder = 0x1.8p23F;

// ---- Exponentials

// e to the power of x: 2^n e^r, where r is at most half of log 2.
PLANISH_MATH_INLINE float exp_f32(float x) {
  // Below this it is 0. Above its largest result, r is too large, and so is the result: infinity.
  constexpr float kLeast = -105, kMostSteps = 200;
  const float limited = x < kLeast ? kLeast : x;
  const float sum = smaller_of(fused(limited, 0x1.715476p+0F, kRounder), kRounder + kMostSteps);
  const float n = sum - kRounder;
  float r = fused(n, -0x1.62e430p-1F, limited);
  r = fused(n, 0x1.05c610p-29F, r);
  float p = fused(0x1.6a23f2p-10F, r, 0x1.123a0ap-7F);
  p = fused(p, r, 0x1.5558f2p-5F);
  p = fused(p, r, 0x1.555492p-3F);
  p = fused(p, r, 0x1.fffffcp-2F);
  p = fused(p, r, 1);
  p = fused(p, r, 1);
  // In two steps, of which the first is exact, so that small results are rounded once.
  const auto steps = static_cast<int32_t>(bits_of(sum) - bits_of(kRounder));
  const int32_t first = steps >> 1;
  constexpr int32_t kOne = 127;
  const float scale = from_bits(static_cast<uint32_t>(first + kOne) << 23);
  return p * scale * from_bits(static_cast<uint32_t>(steps - first + kOne) << 23);
}

// ---- Logarithms

struct Logarithm {
  float exponent;  // an integer
  float rest;      // the natural logarithm of a number from 2/3 to 4/3
};

// Of a number above 0 that is finite.
PLANISH_MATH_INLINE Logarithm logarithm_f32(float x) {
  constexpr float kNormal = 0x1p-126F, kUp = 0x1p23F;
  const bool is_subnormal = x < kNormal;
  const uint32_t bits = bits_of(is_subnormal ? x * kUp : x);
  constexpr uint32_t kTwoThirds = 0x3f2aaaab;
  const int32_t steps = static_cast<int32_t>(bits - kTwoThirds) >> 23;
  const float f = from_bits(bits - (static_cast<uint32_t>(steps) << 23)) - 1;
  float p = fused(-0x1.fcd036p-4F, f, 0x1.1990bcp-3F);
  p = fused(p, f, -0x1.f75896p-4F);
  p = fused(p, f, 0x1.1fdcf0p-3F);
  p = fused(p, f, -0x1.557832p-3F);
  p = fused(p, f, 0x1.99bf86p-3F);
  p = fused(p, f, -0x1.ffffb6p-3F);
  p = fused(p, f, 0x1.55552cp-2F);
  p = fused(p, f, -0.5F);
  return {static_cast<float>(is_subnormal ? steps - 23 : steps), fused(f * f, p, f)};
}

// The result, or what the logarithm of another number is.
PLANISH_MATH_INLINE float logarithm_or_limit(float x, float result) {
  constexpr float kInfinity = __builtin_inff();
  const float limit = x == 0 ? -kInfinity : x > 0 ? x : __builtin_nanf("");
  // Above 0 and below infinity, as one comparison.
  return bits_of(x) - 1 < bits_of(kInfinity) - 1 ? result : limit;
}

PLANISH_MATH_INLINE float log_f32(float x) {
  const Logarithm log = logarithm_f32(x);
  return logarithm_or_limit(x, fused(log.exponent, 0x1.62e430p-1F, log.rest));
}

PLANISH_MATH_INLINE float log2_f32(float x) {
  const Logarithm log = logarithm_f32(x);
  return logarithm_or_limit(x, fused(log.rest, 0x1.715476p+0F, log.exponent));
}

// ---- Sines

struct Angle {
  float r;            // at most a quarter of pi
  uint32_t quadrant;  // in its lowest two bits
};

// Up to here an angle is reduced by three parts of pi / 2.
inline constexpr float kLargestAngle = 65536;

PLANISH_MATH_INLINE Angle reduced_f32(float x) {
  const float sum = fused(x, 0x1.45f306p-1F, kRounder);
  const float n = sum - kRounder;
  float r = fused(n, -0x1.921fb6p+0F, x);
  r = fused(n, 0x1.777a5cp-25F, r);
  r = fused(n, 0x1.ee59dap-50F, r);
  return {r, bits_of(sum)};
}

PLANISH_MATH_INLINE float sine_of_reduced_f32(float r, float square) {
  float p = fused(-0x1.994370p-13F, square, 0x1.11073ap-7F);
  p = fused(p, square, -0x1.555546p-3F);
  return fused(p * square, r, r);
}

PLANISH_MATH_INLINE float cosine_of_reduced_f32(float square) {
  float p = fused(0x1.99eb34p-16F, square, -0x1.6c0c32p-10F);
  p = fused(p, square, 0x1.55554ap-5F);
  p = fused(p, square, -0.5F);
  return fused(p, square, 1);
}

// The sine of an angle that is so many quarters of a circle larger.
PLANISH_MATH_INLINE float turned_sine_f32(float x, uint32_t quarters) {
  const Angle angle = reduced_f32(x);
  const uint32_t quadrant = angle.quadrant + quarters;
  const float square = angle.r * angle.r;
  const float value =
      quadrant % 2 == 0 ? sine_of_reduced_f32(angle.r, square) : cosine_of_reduced_f32(square);
  return from_bits(bits_of(value) ^ (quadrant & 2) << 30);
}

// Of angles up to kLargestAngle. The sine of -0 is -0.
PLANISH_MATH_INLINE float sin_f32(float x) {
  constexpr uint32_t kSign = 0x80000000;
  return from_bits(bits_of(turned_sine_f32(absolute(x), 0)) ^ (bits_of(x) & kSign));
}
PLANISH_MATH_INLINE float cos_f32(float x) { return turned_sine_f32(x, 1); }

}  // namespace planish::kernels
