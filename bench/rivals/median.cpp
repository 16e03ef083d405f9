// A copy, because it is reordered, and std::nth_element.
#include <algorithm>

#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("median", argc, argv);
  const int64_t n = harness.size(1 << 22);
  for (auto [name, limit] :
       {std::pair("2^22 different integers", 1 << 30), std::pair("2^22 integers below 100", 100)}) {
    const auto random = bench::random_integers(n, limit);
    bench::Buffer<int64_t> v(n);
    for (int64_t i = 0; i < n; i++) v[i] = random[i];
    std::vector<int64_t> copy(static_cast<size_t>(n));
    int64_t median = 0;
    auto rival = [&] {
      std::copy_n(v.data(), n, copy.data());
      std::nth_element(copy.begin(), copy.begin() + n / 2, copy.end());
      median = copy[static_cast<size_t>(n / 2)];
    };
    harness.compare(name, rival, std::tuple(&median), std::tuple(bench::array(v.data(), n)), 0,
                    {.bytes = 8.0 * static_cast<double>(n)});
  }
  return harness.status();
}
