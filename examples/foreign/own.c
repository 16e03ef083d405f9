#include <stddef.h>

#include "own.h" /* planish build --foreign-header own.h own.fut */

static double root(double x) { return __builtin_sqrt(x); }

double own_length(double x, double y) { return root(x * x + y * y); }

/* Row i has the elements offsets[i] to offsets[i + 1] - 1. */
int32_t own_means(planish_foreign *call, int64_t n, const int64_t *offsets, const double *data, double *out0) {
  (void)call;
  for (int64_t i = 0; i < n; i++) {
    double sum = 0;
    for (int64_t j = offsets[i]; j < offsets[i + 1]; j++) sum += data[j];
    const int64_t count = offsets[i + 1] - offsets[i];
    out0[i] = sum / (double)(count > 0 ? count : 1);
  }
  return 0;
}

int32_t own_divisors(planish_foreign *call, int64_t n) {
  int64_t count = 0;
  for (int64_t d = 1; d <= n; d++) count += n % d == 0;
  int64_t *divisors = planish_foreign_allocate(call, 0, &count);
  if (divisors == NULL) return 1;
  for (int64_t d = 1; d <= n; d++) {
    if (n % d == 0) *divisors++ = d;
  }
  return 0;
}

/* The offsets have room already, the elements are asked for. */
int32_t own_countdowns(planish_foreign *call, int64_t n, const int64_t *xs, int64_t *out0) {
  int64_t total = 0;
  out0[0] = 0;
  for (int64_t i = 0; i < n; i++) out0[i + 1] = total += xs[i];
  int64_t *data = planish_foreign_allocate(call, 1, &total);
  if (data == NULL) return 1;
  for (int64_t i = 0; i < n; i++) {
    for (int64_t x = xs[i]; x-- > 0;) *data++ = x;
  }
  return 0;
}

int32_t own_roots(planish_foreign *call, int64_t n, const double *xs, double *out0) {
  for (int64_t i = 0; i < n; i++) {
    if (xs[i] < 0) return planish_foreign_fail(call, "the root of a negative number");
    out0[i] = root(xs[i]);
  }
  return 0;
}
