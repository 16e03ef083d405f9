// The sieve of Eratosthenes, all of it at once.
#include <cmath>

#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("nesl_primes", argc, argv);
  const int64_t n = harness.size(4'000'000);
  bench::Buffer<int64_t> out(n / 2);
  std::vector<char> composite;
  int64_t kept = 0;
  auto rival = [&] {
    composite.assign(static_cast<size_t>(n), 0);
    for (int64_t p = 2; p * p < n; p++) {
      if (composite[static_cast<size_t>(p)]) continue;
      for (int64_t k = p * p; k < n; k += p) composite[static_cast<size_t>(k)] = 1;
    }
    kept = 0;
    for (int64_t k = 2; k < n; k++) {
      if (!composite[static_cast<size_t>(k)]) out[kept++] = k;
    }
  };
  auto result = bench::array(out.data(), out.count());
  result.kept = &kept;
  harness.compare("below 4 million", rival, std::tuple(result), std::tuple(n), 0,
                  {.bytes = static_cast<double>(n)});
  return harness.status();
}
