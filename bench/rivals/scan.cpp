// The sums of all prefixes of a vector. Threads scan neighbouring pieces that fit their caches, and
// then add what came before; one thread has nothing to add.
#include <omp.h>

#include "harness.h"

static float scan_piece(const float* __restrict xs, float* __restrict out, int64_t n, float carry) {
  for (int64_t i = 0; i < n; i++) {
    carry += xs[i];
    out[i] = carry;
  }
  return carry;
}

static void scan(const float* __restrict xs, float* __restrict out, int64_t n) {
  if (omp_get_max_threads() == 1) {
    scan_piece(xs, out, n, 0);
    return;
  }
  constexpr int64_t kPiece = 1 << 15;
  std::vector<float> totals(static_cast<size_t>(omp_get_max_threads()));
  float before = 0;
#pragma omp parallel
  {
    int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    for (int64_t start = 0; start < n; start += kPiece * threads) {
      int64_t begin = std::min(n, start + thread * kPiece), end = std::min(n, begin + kPiece);
      totals[static_cast<size_t>(thread)] = scan_piece(xs + begin, out + begin, end - begin, 0);
#pragma omp barrier
      float offset = before;
      for (int i = 0; i < thread; i++) offset += totals[static_cast<size_t>(i)];
#pragma omp simd
      for (int64_t i = begin; i < end; i++) out[i] += offset;
#pragma omp barrier
#pragma omp single
      for (float total : totals) before += total;
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("scan", argc, argv);
  int64_t n = harness.size(1 << 26);
  auto xs = bench::random_sixteenths(n);
  bench::Buffer<float> out(n);
  harness.compare("2^26 f32", [&] { scan(xs.data(), out.data(), n); },
                  std::tuple(bench::array(out.data(), n)), std::tuple(bench::array(xs.data(), n)),
                  0, {.bytes = 8.0 * static_cast<double>(n)});
  return harness.status();
}
