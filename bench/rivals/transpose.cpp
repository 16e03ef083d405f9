// A matrix transposed, by blocks that fit the first cache.
#include "harness.h"

static void transpose(const float* __restrict in, float* __restrict out, int64_t n, int64_t m) {
  constexpr int64_t kBlock = 16;
#pragma omp parallel for collapse(2)
  for (int64_t jj = 0; jj < m; jj += kBlock) {
    for (int64_t ii = 0; ii < n; ii += kBlock) {
      int64_t i_end = std::min(n, ii + kBlock), j_end = std::min(m, jj + kBlock);
      for (int64_t j = jj; j < j_end; j++) {
        for (int64_t i = ii; i < i_end; i++) out[j * n + i] = in[i * m + j];
      }
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("transpose", argc, argv);
  int64_t n = harness.size(4096), m = harness.size(4096);
  auto in = bench::random_floats(n * m, 0, 1);
  bench::Buffer<float> out(n * m);
  harness.compare("4096 x 4096 f32", [&] { transpose(in.data(), out.data(), n, m); },
                  std::tuple(bench::array(out.data(), m, n)),
                  std::tuple(bench::array(in.data(), n, m)), 0,
                  {.bytes = 8.0 * static_cast<double>(n * m)});
  return harness.status();
}
