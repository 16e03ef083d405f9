// The inner product of two vectors.
#include "harness.h"

static float dot(const float* __restrict xs, const float* __restrict ys, int64_t n) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++) sum += xs[i] * ys[i];
  return sum;
}

int main(int argc, char** argv) {
  bench::Harness harness("dot", argc, argv);
  int64_t n = harness.size(1 << 26);
  auto xs = bench::random_sixteenths(n, 1), ys = bench::random_sixteenths(n, 2);
  float out = 0;
  harness.compare("2^26 f32", [&] { out = dot(xs.data(), ys.data(), n); }, std::tuple(&out),
                  std::tuple(bench::array(xs.data(), n), bench::array(ys.data(), n)), 0,
                  {.bytes = 8.0 * static_cast<double>(n)});
  return harness.status();
}
