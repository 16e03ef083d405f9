// Speckle-reducing diffusion: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct Srad {
  Srad(int64_t rows, int64_t columns, int32_t steps)
      : n(rows), m(columns), steps(steps), image(bench::random_floats(n * m, 0, 200)), out(n * m) {}

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(
        std::to_string(n) + " x " + std::to_string(m) + ", " + std::to_string(steps) + " steps",
        rival, std::tuple(bench::array(out.data(), n, m)),
        std::tuple(steps, lambda, bench::array(image.data(), n, m)), 1e-3);
  }

  static constexpr float lambda = 0.5f;
  int64_t n, m;
  int32_t steps;
  bench::Buffer<float> image, out;
};

// How much of its differences to the cells beside it a cell takes.
BENCH_FUNCTION float srad_coefficient(float here, float north, float south, float west, float east,
                                      float noise) {
  float gradient = (north * north + south * south + west * west + east * east) / (here * here);
  float laplacian = (north + south + west + east) / here;
  float numerator = 0.5f * gradient - (1.0f / 16) * laplacian * laplacian;
  float denominator = 1 + 0.25f * laplacian;
  float q = numerator / (denominator * denominator);
  float c = 1 / (1 + (q - noise) / (noise * (1 + noise)));
  return fmaxf(0.0f, fminf(1.0f, c));
}

// From the sums of all elements and of their squares.
BENCH_FUNCTION float srad_noise(float sum, float squares, float count) {
  float mean = sum / count;
  return (squares / count - mean * mean) / (mean * mean);
}
