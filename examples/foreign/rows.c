#include <stddef.h>

#include "rows.h" /* planish build --foreign-header rows.h rows.fut */

static double dot(int64_t n, const double *xs, const double *ys) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += xs[i] * ys[i];
  return sum;
}

static void sort(int64_t n, int32_t *xs) {
  for (int64_t i = 1; i < n; i++) {
    const int32_t x = xs[i];
    int64_t j = i;
    for (; j > 0 && xs[j - 1] > x; j--) xs[j] = xs[j - 1];
    xs[j] = x;
  }
}

static int64_t copy_above(int32_t limit, int64_t n, const int32_t *xs, int32_t *to) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i++) {
    if (xs[i] > limit && to != NULL) to[count] = xs[i];
    count += xs[i] > limit;
  }
  return count;
}

/* ---- One row */

int32_t rows_dot(planish_foreign *call, int64_t n, const double *xs, const double *ys, double *out0) {
  (void)call;
  *out0 = dot(n, xs, ys);
  return 0;
}

int32_t rows_sort(planish_foreign *call, int64_t n, int32_t *xs) {
  (void)call;
  sort(n, xs);
  return 0;
}

int32_t rows_above(planish_foreign *call, int64_t n, int32_t limit, const int32_t *xs) {
  const int64_t count = copy_above(limit, n, xs, NULL);
  int32_t *out = planish_foreign_allocate(call, 0, &count);
  if (out == NULL) return 1;
  copy_above(limit, n, xs, out);
  return 0;
}

/* ---- All rows: row i has the elements xs_offsets[i] to xs_offsets[i + 1] - 1. */

int32_t rows_dots(planish_foreign *call, int64_t rows, const int64_t *n, const int64_t *xs_offsets, const double *xs,
                  const int64_t *ys_offsets, const double *ys, double *out0) {
  (void)call;
  for (int64_t i = 0; i < rows; i++) out0[i] = dot(n[i], xs + xs_offsets[i], ys + ys_offsets[i]);
  return 0;
}

int32_t rows_sort_all(planish_foreign *call, int64_t rows, const int64_t *n, const int64_t *xs_offsets, int32_t *xs) {
  (void)call;
  for (int64_t i = 0; i < rows; i++) sort(n[i], xs + xs_offsets[i]);
  return 0;
}

/* The sizes of the rows are a result, and their elements are asked for together. */
int32_t rows_all_above(planish_foreign *call, int64_t rows, const int64_t *n, const int32_t *limit,
                       const int64_t *xs_offsets, const int32_t *xs, int64_t *out0) {
  int64_t total = 0;
  for (int64_t i = 0; i < rows; i++) total += out0[i] = copy_above(limit[i], n[i], xs + xs_offsets[i], NULL);
  int32_t *out = planish_foreign_allocate(call, 1, &total);
  if (out == NULL) return 1;
  for (int64_t i = 0; i < rows; i++) out += copy_above(limit[i], n[i], xs + xs_offsets[i], out);
  return 0;
}
