// A switch with a number of branches that reduce a row, for rows of a power law: what match_2 and match_64 are compared
// with. The branches differ in constants alone, so the rival takes these from tables.
#pragma once

#include <string>

#include "harness.h"
#include "rows.h"

namespace bench {

inline int compare_match(const std::string& benchmark, int64_t branches, int argc, char** argv) {
  Harness harness(benchmark, argc, argv);
  int64_t elements = harness.size(1 << 24);
  Rows rows = power_law_rows(elements, 3);
  int64_t n = rows.count();
  auto xs = random_sixteenths(elements);
  Buffer<int64_t> kinds(n);
  for (int64_t i = 0; i < n; i++) kinds[i] = i * 31 % 1009;
  Buffer<float> out(n);
  auto rival = [&] {
    const float* data = xs.data();
    const int64_t* offsets = rows.offsets.data();
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t i = 0; i < n; i++) {
      int64_t kind = kinds[i] % branches;
      auto factor = static_cast<float>(kind % 7 + 1), term = static_cast<float>(kind % 5);
      float total = 0;
#pragma omp simd reduction(+ : total)
      for (int64_t j = offsets[i]; j < offsets[i + 1]; j++) total += data[j] * factor + term;
      out[i] = total;
    }
  };
  harness.compare(
      "2^24 elements, power law", rival, std::tuple(array(out.data(), n)),
      std::tuple(array(kinds.data(), n), array(rows.lengths.data(), n), array(xs.data(), elements)),
      1e-5, {.bytes = 4.0 * static_cast<double>(elements)});
  return harness.status();
}

}  // namespace bench
