// An array is sorted: each thread sorts a part, and then parts are merged in pairs. One thread is
// std::sort alone.
#include <omp.h>

#include <algorithm>

#include "harness.h"

static void sort(int32_t* xs, int64_t n) {
  int64_t parts = 1;
  while (parts < omp_get_max_threads()) parts *= 2;
  auto begin = [&](int64_t part) { return xs + n * part / parts; };
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t part = 0; part < parts; part++) std::sort(begin(part), begin(part + 1));
  for (int64_t width = 1; width < parts; width *= 2) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t part = 0; part < parts; part += 2 * width)
      std::inplace_merge(begin(part), begin(part + width), begin(part + 2 * width));
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("quicksort", argc, argv);
  int64_t n = harness.size(1 << 22);
  auto xs = bench::random_integers(n, 1 << 30);
  bench::Buffer<int32_t> out(n);
  auto rival = [&] {
    std::copy(xs.data(), xs.data() + n, out.data());
    sort(out.data(), n);
  };
  harness.compare("2^22 i32", rival, std::tuple(bench::array(out.data(), n)),
                  std::tuple(bench::array(xs.data(), n)), 0,
                  {.bytes = 8.0 * static_cast<double>(n)});
  return harness.status();
}
