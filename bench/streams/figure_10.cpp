// figure_10 N: something expensive for the first element of a chunk and something cheap for all others, which are added up.
#include "blocks.h"

namespace {
int64_t direct(int64_t i) { return i * i + 7; }
}  // namespace

int main(int, char** argv) {
  const int64_t n = std::atoll(argv[1]);
  const int threads = omp_get_max_threads();
  int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int t = 0; t < threads; t++) {
    const int64_t begin = n * t / threads;
    const int64_t end = n * (t + 1) / threads;
    int64_t value = direct(begin);
    for (int64_t i = begin; i < end; i++) {
      sum += value;
      value += 2 * i + 1;
    }
  }
  std::printf("%ld\n", sum);
}
