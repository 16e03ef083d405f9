// The elements above a limit. Threads count first, and then each writes where its part begins; one
// thread need not count.
#include <omp.h>

#include "harness.h"

static int64_t filter_part(float limit, const float* __restrict xs, int64_t n,
                           float* __restrict out) {
  int64_t kept = 0;
  for (int64_t i = 0; i < n; i++) {
    out[kept] = xs[i];
    kept += xs[i] > limit;
  }
  return kept;
}

// `out` has room for one element more than is kept.
static int64_t filter(float limit, const float* __restrict xs, int64_t n, float* __restrict out) {
  int threads = omp_get_max_threads();
  if (threads == 1) return filter_part(limit, xs, n, out);
  std::vector<int64_t> starts(static_cast<size_t>(threads) + 1, 0);
  auto begin = [&](int thread) { return n * thread / threads; };
#pragma omp parallel num_threads(threads)
  {
    int thread = omp_get_thread_num();
    int64_t first = begin(thread), last = begin(thread + 1), kept = 0;
#pragma omp simd reduction(+ : kept)
    for (int64_t i = first; i < last; i++) kept += xs[i] > limit;
    starts[static_cast<size_t>(thread) + 1] = kept;
#pragma omp barrier
#pragma omp single
    for (size_t i = 1; i < starts.size(); i++) starts[i] += starts[i - 1];
    // The last write of a part may not go to where the next part begins.
    int64_t at = starts[static_cast<size_t>(thread)], end = starts[static_cast<size_t>(thread) + 1];
    for (int64_t i = first; at < end; i++) {
      out[at] = xs[i];
      at += xs[i] > limit;
    }
  }
  return starts.back();
}

int main(int argc, char** argv) {
  bench::Harness harness("filter", argc, argv);
  int64_t n = harness.size(1 << 26), kept = 0;
  auto xs = bench::random_floats(n, 0, 1);
  bench::Buffer<float> out(n + 1);
  auto result = bench::array(out.data(), n);
  result.kept = &kept;
  harness.compare("2^26 f32, half kept", [&] { kept = filter(0.5f, xs.data(), n, out.data()); },
                  std::tuple(result), std::tuple(0.5f, bench::array(xs.data(), n)), 0,
                  {.bytes = 6.0 * static_cast<double>(n)});
  return harness.status();
}
