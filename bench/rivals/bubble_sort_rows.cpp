// Odd-even transposition of every row, in place, until it is sorted. Threads take rows as they
// come.
#include "harness.h"
#include "rows.h"

static void bubble_sort(float* xs, int64_t n) {
  while (!std::is_sorted(xs, xs + n)) {
    for (int64_t first : {0, 1}) {
      for (int64_t i = first; i + 1 < n; i += 2) {
        float low = std::min(xs[i], xs[i + 1]), high = std::max(xs[i], xs[i + 1]);
        xs[i] = low;
        xs[i + 1] = high;
      }
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("bubble_sort_rows", argc, argv);
  std::vector<int64_t> lengths(static_cast<size_t>(harness.size(10000)));
  for (size_t i = 0; i < lengths.size(); i++) lengths[i] = static_cast<int64_t>(i % 100);
  bench::Rows rows(std::move(lengths));
  int64_t n = rows.count(), m = rows.elements();
  auto xs = bench::random_floats(m, 0, 1);
  bench::Buffer<float> out(m);
  auto rival = [&] {
    const int64_t* offsets = rows.offsets.data();
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t i = 0; i < n; i++) {
      std::copy(xs.data() + offsets[i], xs.data() + offsets[i + 1], out.data() + offsets[i]);
      bubble_sort(out.data() + offsets[i], offsets[i + 1] - offsets[i]);
    }
  };
  harness.compare("10000 rows of 0 to 99", rival, std::tuple(bench::array(out.data(), m)),
                  std::tuple(bench::array(rows.lengths.data(), n), bench::array(xs.data(), m)), 0);
  return harness.status();
}
