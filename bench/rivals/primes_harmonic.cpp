// Every number crosses out its multiples: threads take numbers in pieces, as they have very
// different numbers of multiples. Then each thread counts the primes of its part, and writes them
// where they belong.
#include <omp.h>

#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("primes_harmonic", argc, argv);
  int64_t n = harness.size(2'000'000), kept = 0;
  bench::Buffer<int64_t> out(n / 2);
  bench::Buffer<char> is_prime(n);
  auto rival = [&] {
    std::vector<int64_t> starts(static_cast<size_t>(omp_get_max_threads()) + 1, 0);
#pragma omp parallel
    {
#pragma omp for
      for (int64_t i = 0; i < n; i++) is_prime[i] = i >= 2;
#pragma omp for schedule(dynamic, 16)
      for (int64_t i = 2; i < n / 2 + n % 2; i++) {
        for (int64_t k = 2 * i; k < n; k += i) __atomic_store_n(&is_prime[k], 0, __ATOMIC_RELAXED);
      }
      auto thread = static_cast<size_t>(omp_get_thread_num());
      int64_t threads = omp_get_num_threads();
      int64_t first = n * static_cast<int64_t>(thread) / threads,
              last = n * static_cast<int64_t>(thread + 1) / threads, count = 0;
      for (int64_t i = first; i < last; i++) count += is_prime[i];
      starts[thread + 1] = count;
#pragma omp barrier
#pragma omp single
      for (size_t i = 1; i < starts.size(); i++) starts[i] += starts[i - 1];
      int64_t at = starts[thread], end = starts[thread + 1];
      for (int64_t i = first; at < end; i++) {
        out[at] = i;
        at += is_prime[i];
      }
    }
    kept = starts.back();
  };
  auto result = bench::array(out.data(), out.count());
  result.kept = &kept;
  harness.compare("below 2 * 10^6", rival, std::tuple(result), std::tuple(n), 0,
                  {.bytes = 15.0 * static_cast<double>(n)});
  return harness.status();
}
