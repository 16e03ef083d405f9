// K-means clustering: what the rivals in C++ and CUDA share.
#pragma once

#include "harness.h"

struct Kmeans {
  // Points lie around centres of their own, so that none lies between two and depends on rounding.
  Kmeans(int64_t points, int64_t dimensions, int64_t centres)
      : n(points),
        d(dimensions),
        k(centres),
        points(bench::random_floats(n * d, 0, 1)),
        centres(k * d),
        members(n) {
    for (int64_t i = 0; i < n * d; i++)
      this->points[i] += static_cast<float>(i / d * k / n * (i % d % 3 + 1));
  }

  void compare(bench::Harness& harness, const std::string& dataset, const bench::Rival& rival) {
    harness.compare(dataset, rival,
                    std::tuple(bench::array(centres.data(), k, d), bench::array(members.data(), n)),
                    std::tuple(kSteps, k, bench::array(points.data(), n, d)), 1e-3,
                    {.flops = 18.0 * static_cast<double>(n * d * k)});
  }

  static constexpr int32_t kSteps = 5;
  int64_t n, d, k;
  bench::Buffer<float> points, centres;
  bench::Buffer<int64_t> members;
};
