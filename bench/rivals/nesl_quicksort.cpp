// A copy, and std::sort.
#include <algorithm>

#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("nesl_quicksort", argc, argv);
  const int64_t n = harness.size(1 << 20);
  const auto random = bench::random_integers(n, 1 << 30);
  bench::Buffer<int64_t> v(n), sorted(n);
  for (int64_t i = 0; i < n; i++) v[i] = random[i];
  auto rival = [&] {
    std::copy_n(v.data(), n, sorted.data());
    std::sort(sorted.data(), sorted.data() + n);
  };
  harness.compare("2^20 integers", rival, std::tuple(bench::array(sorted.data(), n)),
                  std::tuple(bench::array(v.data(), n)), 0,
                  {.bytes = 16.0 * static_cast<double>(n)});
  return harness.status();
}
