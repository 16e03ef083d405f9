// The sum of each row of a matrix. Threads share the rows where there are many, and each row where there are few.
#include <omp.h>

#include "harness.h"

static float sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

static float parallel_sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

static void row_sums(const float* __restrict xss, int64_t n, int64_t m, float* __restrict out) {
  if (n < 4 * omp_get_max_threads()) {
    for (int64_t i = 0; i < n; i++) out[i] = parallel_sum(xss + i * m, m);
    return;
  }
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) out[i] = sum(xss + i * m, m);
}

int main(int argc, char** argv) {
  bench::Harness harness("row_sums", argc, argv);
  int64_t many = harness.size(1 << 22);
  auto xss = bench::random_sixteenths(many * 16);
  bench::Buffer<float> out(many);
  for (auto [name, n, m] : {std::tuple("2^22 rows of 16", many, int64_t{16}),
                            std::tuple("16 rows of 2^22", int64_t{16}, many)}) {
    harness.compare(name, [&] { row_sums(xss.data(), n, m, out.data()); },
                    std::tuple(bench::array(out.data(), n)),
                    std::tuple(bench::array(xss.data(), n, m)), 0,
                    {.bytes = 4.0 * static_cast<double>(n * m)});
  }
  return harness.status();
}
