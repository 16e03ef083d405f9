// How a chip heats up: two grids that change places. Neighbours beyond the edge of the grid are the
// cell itself.
#include "hotspot.h"

#include <utility>

namespace {

void step(const float* __restrict from, const float* __restrict powers, float* __restrict to,
          int64_t n, int64_t m, HotspotFactors f) {
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
  Hotspot data(harness);
  bench::Buffer<float> other(data.n * data.m);
  HotspotFactors factors(data.n, data.m);
  data.compare(harness, [&] {
    step(data.start.data(), data.powers.data(), other.data(), data.n, data.m, factors);
    float *from = other.data(), *to = data.out.data();
    for (int32_t i = 1; i < Hotspot::kSteps; i++) {
      step(from, data.powers.data(), to, data.n, data.m, factors);
      std::swap(from, to);
    }
  });
  static_assert(Hotspot::kSteps % 2 == 0, "the result is in the grid of results");
  return harness.status();
}
