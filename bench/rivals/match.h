// A switch with a number of branches, each of which reduces a row in another way, for rows of a
// power law: what match_2 and match_64 are compared with. Branches are those of
// scripts/make-match-programs.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "harness.h"
#include "rows.h"

namespace bench {

// What a branch does with an element: four operations, of which neighbours differ.
template <int kind, int place = 0, int operation = kind % 4, int rest = kind / 4>
float element(float x) {
  if constexpr (place < 4) {
    constexpr auto constant = static_cast<float>((3 * kind + 5 * place) % 7 + 2);
    if constexpr (operation == 0) x = x + constant;
    if constexpr (operation == 1) x = x * constant;
    if constexpr (operation == 2) x = constant - x;
    if constexpr (operation == 3) x = std::fabs(x);
    return element<kind, place + 1, (operation + 1 + rest % 3) % 4, rest / 3>(x);
  }
  return x;
}

template <int kind>
float row_total(const float* row, int64_t count) {
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t j = 0; j < count; j++) total += element<kind>(row[j]);
  return total;
}

using RowTotal = float (*)(const float*, int64_t);

template <int... kinds>
constexpr std::array<RowTotal, sizeof...(kinds)> row_totals(std::integer_sequence<int, kinds...>) {
  return {&row_total<kinds>...};
}

template <int branches>
int compare_match(const std::string& benchmark, int argc, char** argv) {
  static constexpr auto kBranches = row_totals(std::make_integer_sequence<int, branches>());
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
      const RowTotal total = kBranches[static_cast<size_t>(kinds[i] % branches)];
      out[i] = total(data + offsets[i], offsets[i + 1] - offsets[i]);
    }
  };
  harness.compare(
      "2^24 elements, power law", rival, std::tuple(array(out.data(), n)),
      std::tuple(array(kinds.data(), n), array(rows.lengths.data(), n), array(xs.data(), elements)),
      1e-5, {.bytes = 4.0 * static_cast<double>(elements)});
  return harness.status();
}

}  // namespace bench
