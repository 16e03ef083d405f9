// Functions of floats for threads of a GPU, beside doubles.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "runtime/kernels/math.h"

namespace planish::kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// How far a result is from the exact one, in units of the last place of a float near that.
double ulps(float result, double exact) {
  const auto nearest = static_cast<float>(exact);
  if (std::isnan(exact) || std::isinf(nearest) || std::isinf(result)) {
    const bool same = std::isnan(exact) ? std::isnan(result) : result == nearest;
    // Beside the largest number, infinity is one unit away.
    const bool is_near = std::fabs(exact) > 0x1.fffffdp127 && std::fabs(result) > 0x1.fffffcp127;
    return same ? 0 : is_near ? 1 : 1e9;
  }
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::fabs(result - exact) / std::ldexp(1.0, std::max(exponent, -125) - 24);
}

template <class Function, class Exact>
double most_ulps(Function function, Exact exact, float least, float most) {
  double worst = 0;
  const auto look = [&](float x) {
    if (x < least || x > most) return;
    worst = std::max(worst, ulps(function(x), exact(static_cast<double>(x))));
  };
  // All binary exponents of both signs, with the ends and many values of each.
  std::mt19937 random(1);
  for (uint32_t exponent = 0; exponent < 255; exponent++) {
    for (const uint32_t sign : {0U, 1U}) {
      const auto with = [&](uint32_t mantissa) {
        return from_bits(sign << 31 | exponent << 23 | mantissa);
      };
      look(with(0));
      look(with(1));
      look(with(0x7fffff));
      for (int i = 0; i < 2000; i++) look(with(random() & 0x7fffff));
    }
  }
  // Evenly.
  std::uniform_real_distribution<float> even(std::max(least, -200.0F), std::min(most, 200.0F));
  for (int i = 0; i < 200'000; i++) look(even(random));
  return worst;
}

constexpr float kLargest = std::numeric_limits<float>::max();

TEST(GpuMath, Exponential) {
  EXPECT_LE(most_ulps(exp_f32, [](double x) { return std::exp(x); }, -kLargest, kLargest), 1.5);
  EXPECT_EQ(exp_f32(0), 1);
  EXPECT_EQ(exp_f32(-0.0F), 1);
  EXPECT_EQ(exp_f32(kInfinity), kInfinity);
  EXPECT_EQ(exp_f32(-kInfinity), 0);
  EXPECT_EQ(exp_f32(89), kInfinity);
  EXPECT_EQ(exp_f32(-104), 0);
  EXPECT_TRUE(std::isnan(exp_f32(kNan)));
}

TEST(GpuMath, Logarithm) {
  EXPECT_LE(most_ulps(log_f32, [](double x) { return std::log(x); }, 0, kLargest), 1.5);
  EXPECT_EQ(log_f32(1), 0);
  EXPECT_EQ(log_f32(0), -kInfinity);
  EXPECT_EQ(log_f32(-0.0F), -kInfinity);
  EXPECT_EQ(log_f32(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(log_f32(-1)));
  EXPECT_TRUE(std::isnan(log_f32(-kInfinity)));
  EXPECT_TRUE(std::isnan(log_f32(kNan)));
}

TEST(GpuMath, LogarithmOfBaseTwo) {
  EXPECT_LE(most_ulps(log2_f32, [](double x) { return std::log2(x); }, 0, kLargest), 2);
  for (int exponent = -149; exponent <= 127; exponent++)
    EXPECT_EQ(log2_f32(std::ldexp(1.0F, exponent)), static_cast<float>(exponent));
  EXPECT_EQ(log2_f32(0), -kInfinity);
  EXPECT_TRUE(std::isnan(log2_f32(-1)));
}

TEST(GpuMath, SineAndCosine) {
  const auto sine = [](float x) { return sin_f32(x); };
  const auto cosine = [](float x) { return cos_f32(x); };
  const auto exact_sine = [](double x) { return std::sin(x); };
  const auto exact_cosine = [](double x) { return std::cos(x); };
  EXPECT_LE(most_ulps(sine, exact_sine, -200, 200), 1.5);
  EXPECT_LE(most_ulps(cosine, exact_cosine, -200, 200), 1.5);
  EXPECT_LE(most_ulps(sine, exact_sine, -kLargestAngle, kLargestAngle), 2);
  EXPECT_LE(most_ulps(cosine, exact_cosine, -kLargestAngle, kLargestAngle), 2);
  EXPECT_EQ(sine(0), 0);
  EXPECT_TRUE(std::signbit(sine(-0.0F)));
  EXPECT_EQ(cosine(0), 1);
}

}  // namespace
}  // namespace planish::kernels
