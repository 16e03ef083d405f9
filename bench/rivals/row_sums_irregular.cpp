// The sums of the rows of a matrix, as in row_sums, for a program that takes the matrix as rows of
// any length. Beside the times of row_sums on the same data stands what that costs.
#include "harness.h"
#include "row_sums.h"
#include "rows.h"

int main(int argc, char** argv) {
  bench::Harness harness("row_sums_irregular", argc, argv);
  int64_t many = harness.size(1 << 22);
  auto xss = bench::random_sixteenths(many * 16);
  bench::Buffer<float> out(many);
  for (auto [name, n, m] : {std::tuple("2^22 rows of 16", many, int64_t{16}),
                            std::tuple("16 rows of 2^22", int64_t{16}, many)}) {
    bench::Rows rows = bench::equal_rows(n * m, m);
    harness.compare(name, [&] { bench::row_sums(xss.data(), n, m, out.data()); },
                    std::tuple(bench::array(out.data(), n)),
                    std::tuple(bench::RowArray<float>{xss.data(), rows.offsets.data(), n}), 0,
                    {.bytes = 4.0 * static_cast<double>(n * m)});
  }
  return harness.status();
}
