// The nearest records: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct Nearest {
  // Each record stands there twenty times, so that of equal ones the first counts.
  explicit Nearest(int64_t count)
      : n(count),
        latitudes(bench::random_floats(n, 7, 70, 1)),
        longitudes(bench::random_floats(n, 0, 358, 2)),
        found(k),
        least(k) {
    int64_t different = std::max<int64_t>(1, n / 20);
    for (int64_t i = different; i < n; i++) {
      latitudes[i] = latitudes[i % different];
      longitudes[i] = longitudes[i % different];
    }
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(n) + " records, the nearest 100", rival,
                    std::tuple(bench::array(found.data(), k), bench::array(least.data(), k)),
                    std::tuple(k, bench::array(latitudes.data(), n),
                               bench::array(longitudes.data(), n), latitude, longitude),
                    1e-6);
  }

  static constexpr int64_t k = 100;
  static constexpr float latitude = 30, longitude = 90;
  int64_t n;
  bench::Buffer<float> latitudes, longitudes;
  bench::Buffer<int64_t> found;
  bench::Buffer<float> least;
};

// Both round alike, so that equal distances are equal for both.
BENCH_FUNCTION float nn_distance(float x, float y) {
  float dx = x - Nearest::latitude, dy = y - Nearest::longitude;
#ifdef __CUDA_ARCH__
  return __fsqrt_rn(__fmaf_rn(dx, dx, __fmul_rn(dy, dy)));
#else
  return std::sqrt(std::fma(dx, dx, dy * dy));
#endif
}
