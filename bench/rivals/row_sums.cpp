// The sum of each row of a matrix: row_sums.h.
#include "row_sums.h"

#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("row_sums", argc, argv);
  int64_t many = harness.size(1 << 22);
  auto xss = bench::random_sixteenths(many * 16);
  bench::Buffer<float> out(many);
  for (auto [name, n, m] : {std::tuple("2^22 rows of 16", many, int64_t{16}),
                            std::tuple("16 rows of 2^22", int64_t{16}, many)}) {
    harness.compare(name, [&] { bench::row_sums(xss.data(), n, m, out.data()); },
                    std::tuple(bench::array(out.data(), n)),
                    std::tuple(bench::array(xss.data(), n, m)), 0,
                    {.bytes = 4.0 * static_cast<double>(n * m)});
  }
  return harness.status();
}
