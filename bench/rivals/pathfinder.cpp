// The cheapest ways down a grid, row by row.
#include "pathfinder.h"

#include <utility>

static void next_row(const int32_t* __restrict best, const int32_t* __restrict costs,
                     int32_t* __restrict out, int64_t m) {
  auto cell = [&](int64_t j, int64_t left, int64_t right) {
    return costs[j] + std::min(best[j], std::min(best[left], best[right]));
  };
  out[0] = cell(0, 0, std::min<int64_t>(1, m - 1));
#pragma omp parallel for simd
  for (int64_t j = 1; j < m - 1; j++) out[j] = cell(j, j - 1, j + 1);
  out[m - 1] = cell(m - 1, std::max<int64_t>(0, m - 2), m - 1);
}

int main(int argc, char** argv) {
  bench::Harness harness("pathfinder", argc, argv);
  Pathfinder data(100, harness.size(100000));
  bench::Buffer<int32_t> other(data.m);
  data.compare(harness, [&] {
    std::copy_n(data.costs.data(), data.m, data.best.data());
    int32_t *from = data.best.data(), *to = other.data();
    for (int64_t i = 1; i < data.n; i++) {
      next_row(from, data.costs.data() + i * data.m, to, data.m);
      std::swap(from, to);
    }
    if (from != data.best.data()) std::copy_n(from, data.m, data.best.data());
  });
  return harness.status();
}
