// running_mean FILE OUT: of each f64 the mean of all up to it.
#include <vector>

#include "blocks.h"

int main(int, char** argv) {
  streams::Blocks blocks(argv[1], streams::kBlock);
  streams::Output out(argv[2]);
  const int threads = omp_get_max_threads();
  std::vector<double> before(static_cast<size_t>(threads) + 1);
  double carry = 0;
  double number = 0;
  for (;;) {
    const std::span<const double> xs = blocks.items<double>();
    if (xs.empty()) break;
    const std::span<double> ys = out.room<double>(xs.size());
    const auto begin = [&](int t) {
      return xs.size() * static_cast<size_t>(t) / static_cast<size_t>(threads);
    };
    before[0] = carry;
    // Each thread first adds up its part.
    if (threads > 1) {
#pragma omp parallel for
      for (int t = 0; t < threads; t++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = begin(t); i < begin(t + 1); i++) sum += xs[i];
        before[static_cast<size_t>(t) + 1] = sum;
      }
      for (size_t t = 0; t < static_cast<size_t>(threads); t++) before[t + 1] += before[t];
    }
#pragma omp parallel for
    for (int t = 0; t < threads; t++) {
      double sum = before[static_cast<size_t>(t)];
      for (size_t i = begin(t); i < begin(t + 1); i++) {
        sum += xs[i];
        ys[i] = sum / (number + static_cast<double>(i + 1));
      }
      if (t + 1 == threads) carry = sum;
    }
    number += static_cast<double>(xs.size());
    out.write();
  }
}
