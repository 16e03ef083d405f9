// The sum of a vector.
#include "harness.h"

static float sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

int main(int argc, char** argv) {
  bench::Harness harness("sum", argc, argv);
  int64_t n = harness.size(1 << 26);
  auto xs = bench::random_sixteenths(n);
  float out = 0;
  harness.compare("2^26 f32", [&] { out = sum(xs.data(), n); }, std::tuple(&out),
                  std::tuple(bench::array(xs.data(), n)), 0,
                  {.bytes = 4.0 * static_cast<double>(n)});
  return harness.status();
}
