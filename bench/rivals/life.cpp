// Conway's game of life on a torus: two worlds that change places. Bytes, so that a vector holds
// many cells.
#include <utility>

#include "harness.h"

static void generation(const uint8_t* __restrict from, uint8_t* __restrict to, int64_t n,
                       int64_t m) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    const uint8_t* row = from + i * m;
    const uint8_t* above = from + (i == 0 ? n - 1 : i - 1) * m;
    const uint8_t* below = from + (i == n - 1 ? 0 : i + 1) * m;
    auto cell = [&](int64_t left, int64_t j, int64_t right) {
      auto count = static_cast<uint8_t>(above[left] + above[j] + above[right] + row[left] +
                                        row[right] + below[left] + below[j] + below[right]);
      return static_cast<uint8_t>((count == 3) | (row[j] & (count == 2)));
    };
    to[i * m] = cell(m - 1, 0, m == 1 ? 0 : 1);
#pragma omp simd
    for (int64_t j = 1; j < m - 1; j++) to[i * m + j] = cell(j - 1, j, j + 1);
    to[i * m + m - 1] = cell(m == 1 ? 0 : m - 2, m - 1, 0);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("life", argc, argv);
  int64_t n = harness.size(2048), m = harness.size(2048);
  constexpr int32_t kSteps = 100;
  auto random = bench::random_integers(n * m, 2);
  bench::Buffer<bool> start(n * m);
  for (int64_t i = 0; i < n * m; i++) start[i] = random[i] == 1;
  bench::Buffer<uint8_t> first(n * m), second(n * m);
  auto rival = [&] {
    generation(reinterpret_cast<const uint8_t*>(start.data()), second.data(), n, m);
    uint8_t *from = second.data(), *to = first.data();
    for (int32_t i = 1; i < kSteps; i++) {
      generation(from, to, n, m);
      std::swap(from, to);
    }
  };
  static_assert(kSteps % 2 == 0, "the result is in the first world");
  harness.compare("2048 x 2048, 100 steps", rival,
                  std::tuple(bench::array(reinterpret_cast<bool*>(first.data()), n, m)),
                  std::tuple(kSteps, bench::array(start.data(), n, m)), 0,
                  {.bytes = 2.0 * kSteps * static_cast<double>(n * m)});
  return harness.status();
}
