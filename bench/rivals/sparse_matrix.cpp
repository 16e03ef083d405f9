// Rows in a loop, which threads share in pieces, as rows are very different.
#include "harness.h"
#include "rows.h"

static void multiply(const bench::Rows& rows, const int64_t* __restrict columns,
                     const double* __restrict values, const double* __restrict x,
                     double* __restrict out) {
  const int64_t* offsets = rows.offsets.data();
#pragma omp parallel for schedule(dynamic, 256)
  for (int64_t i = 0; i < rows.count(); i++) {
    double total = 0;
    for (int64_t j = offsets[i]; j < offsets[i + 1]; j++) total += values[j] * x[columns[j]];
    out[i] = total;
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("sparse_matrix", argc, argv);
  const int64_t width = harness.size(1 << 18);
  std::pair<const char*, bench::Rows> sets[] = {
      {"2^22 entries, power law", bench::power_law_rows(harness.size(1 << 22), 3)},
      {"2^22 entries, rows of 16", bench::equal_rows(harness.size(1 << 22), 16)}};
  for (auto& [name, rows] : sets) {
    const int64_t m = rows.elements();
    const auto random = bench::random_sixteenths(m + width);
    const auto places = bench::random_integers(m, static_cast<int32_t>(width), 3);
    bench::Buffer<double> values(m), x(width), out(rows.count());
    bench::Buffer<int64_t> columns(m);
    for (int64_t i = 0; i < m; i++) {
      values[i] = static_cast<double>(random[i]);
      columns[i] = places[i];
    }
    for (int64_t i = 0; i < width; i++) x[i] = static_cast<double>(random[m + i]);
    harness.compare(
        name, [&] { multiply(rows, columns.data(), values.data(), x.data(), out.data()); },
        std::tuple(bench::array(out.data(), rows.count())),
        std::tuple(bench::array(rows.lengths.data(), rows.count()), bench::array(columns.data(), m),
                   bench::array(values.data(), m), bench::array(x.data(), width)),
        1e-5, {.bytes = 16.0 * static_cast<double>(m)});
  }
  return harness.status();
}
