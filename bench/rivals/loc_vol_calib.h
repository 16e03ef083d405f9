// Calibration of a model with random volatility: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "harness.h"

namespace calibration {

constexpr float kStart = 0.03f, kYears = 5, kAlpha = 0.2f, kBeta = 0.5f, kNu = 0.6f;

struct Weights {
  float lower, diagonal, upper;
};

inline std::vector<Weights> second_derivative(const std::vector<float>& xs) {
  std::vector<Weights> out(xs.size(), Weights{0, 0, 0});
  for (size_t i = 1; i + 1 < xs.size(); i++) {
    float below = xs[i] - xs[i - 1], above = xs[i + 1] - xs[i];
    out[i] = {2 / below / (below + above), -2 * (1 / below + 1 / above) / (below + above),
              2 / above / (below + above)};
  }
  return out;
}

struct Model {
  Model(int64_t n_x, int64_t n_y, int64_t n_times) : n(n_x), m(n_y), times(n_times) {
    float dx = 20 * kAlpha * kStart * sqrtf(kYears) / static_cast<float>(n);
    float dy = 10 * kNu * sqrtf(kYears) / static_cast<float>(m);
    start_x = static_cast<int64_t>(kStart / dx);
    start_y = m / 2;
    for (int64_t i = 0; i < n; i++) xs.push_back(static_cast<float>(i - start_x) * dx + kStart);
    for (int64_t j = 0; j < m; j++)
      ys.push_back(static_cast<float>(j - start_y) * dy + logf(kAlpha));
    dxx = second_derivative(xs);
    dyy = second_derivative(ys);
  }

  int64_t n, m, times, start_x, start_y;
  std::vector<float> xs, ys;
  std::vector<Weights> dxx, dyy;
};

struct Data {
  Data(int64_t strikes, int64_t n, int64_t m, int64_t times)
      : strikes(strikes), n(n), m(m), times(times), out(strikes) {}

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(strikes) + " strikes, " + std::to_string(n) + " x " +
                        std::to_string(m) + ", " + std::to_string(times) + " times",
                    rival, std::tuple(bench::array(out.data(), strikes)),
                    std::tuple(strikes, n, m, times), 1e-3);
  }

  int64_t strikes, n, m, times;
  bench::Buffer<float> out;
};

}  // namespace calibration
