// A sparse matrix times a vector: rows in a loop, which threads share in pieces, as rows are very
// different.
#include "harness.h"
#include "rows.h"

static void multiply(const bench::Rows& rows, const int32_t* __restrict columns,
                     const float* __restrict values, const float* __restrict x,
                     float* __restrict out) {
  const int64_t* offsets = rows.offsets.data();
#pragma omp parallel for schedule(dynamic, 256)
  for (int64_t i = 0; i < rows.count(); i++) {
    float total = 0;
    for (int64_t j = offsets[i]; j < offsets[i + 1]; j++) total += values[j] * x[columns[j]];
    out[i] = total;
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("spmv", argc, argv);
  int64_t m = harness.size(1 << 24), width = harness.size(1 << 20);
  auto values = bench::random_sixteenths(m);
  auto x = bench::random_sixteenths(width, 2);
  auto columns = bench::random_integers(m, static_cast<int32_t>(width), 3);
  std::pair<const char*, bench::Rows> sets[] = {
      {"2^24 entries, power law", bench::power_law_rows(m, 3)},
      {"10^6 short rows, power law", bench::power_law_rows(harness.size(4'300'000), 1)},
      {"2^24 entries, rows of 16", bench::equal_rows(m, 16)}};
  for (auto& [name, rows] : sets) {
    bench::Buffer<float> out(rows.count());
    m = rows.elements();
    harness.compare(
        name, [&] { multiply(rows, columns.data(), values.data(), x.data(), out.data()); },
        std::tuple(bench::array(out.data(), rows.count())),
        std::tuple(bench::array(rows.lengths.data(), rows.count()), bench::array(columns.data(), m),
                   bench::array(values.data(), m), bench::array(x.data(), width)),
        1e-5, {.bytes = 8.0 * static_cast<double>(m)});
  }
  return harness.status();
}
