// How often each number occurs. Each thread has bins of its own; where they are few it has four
// sets of them, so that equal numbers in a row do not wait for each other.
#include <omp.h>

#include <cstring>

#include "harness.h"

static void count_part(const int32_t* __restrict numbers, int64_t n, uint32_t bins,
                       int32_t* __restrict counts) {
  for (int64_t i = 0; i < n; i++) {
    if (static_cast<uint32_t>(numbers[i]) < bins) counts[numbers[i]]++;
  }
}

static void count_part_by_four(const int32_t* __restrict numbers, int64_t n, uint32_t bins,
                               int32_t* __restrict counts) {
  std::vector<int32_t> sets(size_t{4} * bins);
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (uint32_t k = 0; k < 4; k++) {
      if (static_cast<uint32_t>(numbers[i + k]) < bins)
        sets[k * bins + static_cast<uint32_t>(numbers[i + k])]++;
    }
  }
  count_part(numbers + i, n - i, bins, counts);
  for (uint32_t b = 0; b < bins; b++)
    counts[b] += sets[b] + sets[bins + b] + sets[2 * bins + b] + sets[3 * bins + b];
}

static void histogram(const int32_t* __restrict numbers, int64_t n, int64_t bins,
                      int32_t* __restrict out, std::vector<int32_t>& scratch) {
  int threads = omp_get_max_threads();
  scratch.resize(static_cast<size_t>(bins * threads));
#pragma omp parallel num_threads(threads)
  {
    int thread = omp_get_thread_num();
    int64_t begin = n * thread / threads, end = n * (thread + 1) / threads;
    int32_t* counts = thread == 0 ? out : scratch.data() + bins * thread;
    std::memset(counts, 0, static_cast<size_t>(bins) * sizeof *counts);
    auto* part = bins <= 4096 ? count_part_by_four : count_part;
    part(numbers + begin, end - begin, static_cast<uint32_t>(bins), counts);
#pragma omp barrier
#pragma omp for
    for (int64_t b = 0; b < bins; b++) {
      for (int other = 1; other < threads; other++)
        out[b] += scratch[static_cast<size_t>(bins * other + b)];
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("histogram", argc, argv);
  int64_t n = harness.size(1 << 25);
  std::vector<int32_t> scratch;
  for (auto [name, bins] :
       {std::pair("256 bins", int64_t{256}), std::pair("2^20 bins", int64_t{1} << 20)}) {
    auto numbers = bench::random_integers(n, static_cast<int32_t>(bins));
    bench::Buffer<int32_t> out(bins);
    harness.compare(name, [&] { histogram(numbers.data(), n, bins, out.data(), scratch); },
                    std::tuple(bench::array(out.data(), bins)),
                    std::tuple(bins, bench::array(numbers.data(), n)), 0,
                    {.bytes = 4.0 * static_cast<double>(n)});
  }
  return harness.status();
}
