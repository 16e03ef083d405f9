// A vector scaled, plus another.
#include "harness.h"

static void saxpy(float a, const float* __restrict xs, const float* __restrict ys,
                  float* __restrict out, int64_t n) {
#pragma omp parallel for simd
  for (int64_t i = 0; i < n; i++) out[i] = a * xs[i] + ys[i];
}

int main(int argc, char** argv) {
  bench::Harness harness("saxpy", argc, argv);
  int64_t n = harness.size(1 << 26);
  auto xs = bench::random_floats(n, 0, 1, 1), ys = bench::random_floats(n, 0, 1, 2);
  bench::Buffer<float> out(n);
  harness.compare("2^26 f32", [&] { saxpy(2.5f, xs.data(), ys.data(), out.data(), n); },
                  std::tuple(bench::array(out.data(), n)),
                  std::tuple(2.5f, bench::array(xs.data(), n), bench::array(ys.data(), n)), 1e-6,
                  {.bytes = 12.0 * static_cast<double>(n)});
  return harness.status();
}
