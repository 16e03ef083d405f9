// Every row is sorted by std::sort. Threads take rows as they come, since some are much longer than
// others.
#include "harness.h"
#include "rows.h"

int main(int argc, char** argv) {
  bench::Harness harness("quicksort_rows", argc, argv);
  int64_t m = harness.size(1 << 22, 1024);
  auto xs = bench::random_integers(m, 1 << 30);
  bench::Buffer<int32_t> out(m);
  std::pair<const char*, bench::Rows> sets[] = {
      {"2^22 elements, power law", bench::power_law_rows(m, 3)},
      {"2^22 elements, rows of 1024", bench::equal_rows(m, 1024)}};
  for (auto& [name, rows] : sets) {
    auto sort_rows = [&] {
      const int64_t* offsets = rows.offsets.data();
#pragma omp parallel for schedule(dynamic, 16)
      for (int64_t i = 0; i < rows.count(); i++) {
        int32_t* begin = out.data() + offsets[i];
        std::copy(xs.data() + offsets[i], xs.data() + offsets[i + 1], begin);
        std::sort(begin, out.data() + offsets[i + 1]);
      }
    };
    harness.compare(
        name, sort_rows, std::tuple(bench::array(out.data(), m)),
        std::tuple(bench::array(rows.lengths.data(), rows.count()), bench::array(xs.data(), m)), 0,
        {.bytes = 8.0 * static_cast<double>(m)});
  }
  return harness.status();
}
