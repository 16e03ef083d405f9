// How a chip heats up: what the rivals in C++ and CUDA share.
#pragma once

#include "harness.h"

// Of the equation for one step.
struct HotspotFactors {
  HotspotFactors(int64_t n, int64_t m) {
    constexpr float kWidth = 0.016f, kHeight = 0.016f, kThickness = 0.0005f, kCapacity = 0.5f,
                    kHeat = 1.75e6f;
    constexpr float kConductivity = 100, kMaximalPower = 3.0e6f, kPrecision = 0.001f;
    float width = kWidth / static_cast<float>(m), height = kHeight / static_cast<float>(n);
    float capacity = kCapacity * kHeat * kThickness * width * height;
    float dt = kPrecision / (kMaximalPower / (kCapacity * kThickness * kHeat));
    step = dt / capacity;
    per_x = 2 * kConductivity * kThickness * height / width;
    per_y = 2 * kConductivity * kThickness * width / height;
    per_z = kConductivity * height * width / kThickness;
  }

  float step, per_x, per_y, per_z;
};

struct Hotspot {
  explicit Hotspot(const bench::Harness& harness)
      : n(harness.size(1024)),
        m(harness.size(1024)),
        start(bench::random_floats(n * m, 320, 350, 1)),
        powers(bench::random_floats(n * m, 0, 0.001f, 2)),
        out(n * m) {}

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(
        "1024 x 1024, 360 steps", rival, std::tuple(bench::array(out.data(), n, m)),
        std::tuple(kSteps, bench::array(start.data(), n, m), bench::array(powers.data(), n, m)),
        1e-4, {.bytes = 12.0 * kSteps * static_cast<double>(n * m)});
  }

  static constexpr int32_t kSteps = 360;
  int64_t n, m;
  bench::Buffer<float> start, powers, out;
};
