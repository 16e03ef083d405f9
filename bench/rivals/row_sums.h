// The sum of each row of a matrix. Threads share the rows where there are many, and each row where
// there are few.
#pragma once

#include <omp.h>

#include <cstdint>

namespace bench {

inline float sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

inline float parallel_sum(const float* xs, int64_t n) {
  float total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (int64_t i = 0; i < n; i++) total += xs[i];
  return total;
}

inline void row_sums(const float* __restrict xss, int64_t n, int64_t m, float* __restrict out) {
  if (n < 4 * omp_get_max_threads()) {
    for (int64_t i = 0; i < n; i++) out[i] = parallel_sum(xss + i * m, m);
    return;
  }
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) out[i] = sum(xss + i * m, m);
}

}  // namespace bench
