// moments FILE: count, mean, variance, least and largest of f64.
#include <limits>

#include "blocks.h"

int main(int, char** argv) {
  streams::Blocks blocks(argv[1], streams::kBlock);
  int64_t n = 0;
  double sum = 0;
  double squares = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = -least;
  for (;;) {
    const std::span<const double> xs = blocks.items<double>();
    if (xs.empty()) break;
    n += static_cast<int64_t>(xs.size());
#pragma omp parallel for simd reduction(+ : sum, squares) reduction(min : least) \
    reduction(max : largest)
    for (size_t i = 0; i < xs.size(); i++) {
      sum += xs[i];
      squares += xs[i] * xs[i];
      least = xs[i] < least ? xs[i] : least;
      largest = xs[i] > largest ? xs[i] : largest;
    }
  }
  const auto count = static_cast<double>(n);
  const double mean = sum / count;
  std::printf("%ld\n%.17g\n%.17g\n%.17g\n%.17g\n", n, mean, squares / count - mean * mean, least,
              largest);
}
