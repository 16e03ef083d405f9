// The sums of rows of any lengths. The rival adds up the same elements without regard to rows,
// which is as fast as memory can be read; the sums of rows, with which results are compared, are
// computed before.
#include "harness.h"
#include "rows.h"

static float flat_sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

int main(int argc, char** argv) {
  bench::Harness harness("segmented_sum", argc, argv);
  int64_t n = harness.size(1 << 25, 1024);
  auto xs = bench::random_sixteenths(n);
  std::pair<const char*, bench::Rows> sets[] = {
      {"rows of 64", bench::equal_rows(n, 64)},
      {"power law", bench::power_law_rows(n, 16)},
      {"one giant", bench::one_giant(n)},
      {"all empty but one", bench::all_empty_but_one(n / 64, n)},
      {"alternating 0 and 1000", bench::alternating(n, 1000)}};
  for (auto& [name, rows] : sets) {
    bench::Buffer<float> sums(rows.count());
    for (int64_t i = 0; i < rows.count(); i++) {
      auto row = static_cast<size_t>(i);
      sums[i] =
          std::accumulate(xs.data() + rows.offsets[row], xs.data() + rows.offsets[row + 1], 0.0f);
    }
    volatile float total = 0;
    harness.compare(
        name, [&] { total = flat_sum(xs.data(), n); },
        std::tuple(bench::array(sums.data(), rows.count())),
        std::tuple(bench::RowArray<float>{xs.data(), rows.offsets.data(), rows.count()}), 1e-6,
        {.bytes = 4.0 * static_cast<double>(n)});
  }
  return harness.status();
}
