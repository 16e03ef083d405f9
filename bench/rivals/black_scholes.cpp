// The value of European options by the formula of Black and Scholes.
#include "harness.h"
#include "vector_math.h"

static inline float normal(float x) {
  float k = 1 / (1 + 0.2316419f * fabsf(x));
  float polynomial =
      k * (0.31938153f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.39894228f * expf(-0.5f * x * x) * polynomial;
  return x > 0 ? 1 - tail : tail;
}

static void black_scholes(float rate, float volatility, const float* __restrict prices,
                          const float* __restrict strikes, const float* __restrict years,
                          float* __restrict calls, float* __restrict puts, int64_t n) {
#pragma omp parallel for simd
  for (int64_t i = 0; i < n; i++) {
    float deviation = volatility * sqrtf(years[i]);
    float d1 = (logf(prices[i] / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) /
               deviation;
    float n1 = normal(d1), n2 = normal(d1 - deviation);
    float discounted = strikes[i] * expf(-rate * years[i]);
    calls[i] = prices[i] * n1 - discounted * n2;
    puts[i] = discounted * (1 - n2) - prices[i] * (1 - n1);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("black_scholes", argc, argv);
  int64_t n = harness.size(1 << 24);
  auto prices = bench::random_floats(n, 5, 30, 1), strikes = bench::random_floats(n, 1, 100, 2),
       years = bench::random_floats(n, 0.25, 10, 3);
  bench::Buffer<float> calls(n), puts(n);
  harness.compare("2^24 options",
                  [&] {
                    black_scholes(0.02f, 0.3f, prices.data(), strikes.data(), years.data(),
                                  calls.data(), puts.data(), n);
                  },
                  std::tuple(bench::array(calls.data(), n), bench::array(puts.data(), n)),
                  std::tuple(0.02f, 0.3f, bench::array(prices.data(), n),
                             bench::array(strikes.data(), n), bench::array(years.data(), n)),
                  1e-4, {.bytes = 20.0 * static_cast<double>(n)});
  return harness.status();
}
