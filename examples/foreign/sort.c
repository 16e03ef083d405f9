#include <stdlib.h>

#include "sort.h" /* planish build --foreign-header sort.h sort.fut */

static int by_value(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

int32_t sort_floats(planish_foreign *call, int64_t n, float *xs) {
  (void)call;
  qsort(xs, (size_t)n, sizeof *xs, by_value);
  return 0;
}
