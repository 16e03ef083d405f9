// How a chip heats up: two grids that change places. Neighbours beyond the edge of the grid are the
// cell itself.
#include <utility>

#include "harness.h"

namespace {

struct Factors {
  float step, per_x, per_y, per_z;
};

Factors factors(int64_t n, int64_t m) {
  constexpr float kWidth = 0.016f, kHeight = 0.016f, kThickness = 0.0005f, kCapacity = 0.5f,
                  kHeat = 1.75e6f;
  constexpr float kConductivity = 100, kMaximalPower = 3.0e6f, kPrecision = 0.001f;
  float width = kWidth / static_cast<float>(m), height = kHeight / static_cast<float>(n);
  float capacity = kCapacity * kHeat * kThickness * width * height;
  float dt = kPrecision / (kMaximalPower / (kCapacity * kThickness * kHeat));
  return {dt / capacity, 2 * kConductivity * kThickness * height / width,
          2 * kConductivity * kThickness * width / height,
          kConductivity * height * width / kThickness};
}

void step(const float* __restrict from, const float* __restrict powers, float* __restrict to,
          int64_t n, int64_t m, Factors f) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    const float* row = from + i * m;
    const float* above = i > 0 ? row - m : row;
    const float* below = i < n - 1 ? row + m : row;
    auto cell = [&](int64_t j, int64_t left, int64_t right) {
      float t = row[j];
      return t + f.step * (powers[i * m + j] + (above[j] + below[j] - 2 * t) * f.per_y +
                           (row[left] + row[right] - 2 * t) * f.per_x + (80 - t) * f.per_z);
    };
    to[i * m] = cell(0, 0, std::min(int64_t{1}, m - 1));
#pragma omp simd
    for (int64_t j = 1; j < m - 1; j++) to[i * m + j] = cell(j, j - 1, j + 1);
    to[i * m + m - 1] = cell(m - 1, std::max(int64_t{0}, m - 2), m - 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("hotspot", argc, argv);
  int64_t n = harness.size(1024), m = harness.size(1024);
  constexpr int32_t kSteps = 360;
  auto start = bench::random_floats(n * m, 320, 350, 1),
       powers = bench::random_floats(n * m, 0, 0.001f, 2);
  bench::Buffer<float> first(n * m), second(n * m);
  auto rival = [&] {
    step(start.data(), powers.data(), second.data(), n, m, factors(n, m));
    float *from = second.data(), *to = first.data();
    for (int32_t i = 1; i < kSteps; i++) {
      step(from, powers.data(), to, n, m, factors(n, m));
      std::swap(from, to);
    }
  };
  static_assert(kSteps % 2 == 0, "the result is in the first grid");
  harness.compare(
      "1024 x 1024, 360 steps", rival, std::tuple(bench::array(first.data(), n, m)),
      std::tuple(kSteps, bench::array(start.data(), n, m), bench::array(powers.data(), n, m)), 1e-4,
      {.bytes = 12.0 * kSteps * static_cast<double>(n * m)});
  return harness.status();
}
