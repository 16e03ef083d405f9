// A pipeline of maps, in one loop.
#include <cmath>

#include "harness.h"

static void score(const float* __restrict readings, float gain, float* __restrict out, int64_t n) {
#pragma omp parallel for simd
  for (int64_t i = 0; i < n; i++) {
    float centred = readings[i] * gain - 0.5f * readings[i];
    float score = 1 / std::sqrt(centred * centred + 1);
    out[i] = score * (centred > 0.75f ? 0.8062258f : 0.5f);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("map_chain", argc, argv);
  int64_t n = harness.size(1 << 26);
  auto readings = bench::random_floats(n, 0, 1);
  bench::Buffer<float> out(n);
  harness.compare("2^26 f32", [&] { score(readings.data(), 2, out.data(), n); },
                  std::tuple(bench::array(out.data(), n)),
                  std::tuple(bench::array(readings.data(), n), 2.0f), 1e-5,
                  {.bytes = 8.0 * static_cast<double>(n)});
  return harness.status();
}
