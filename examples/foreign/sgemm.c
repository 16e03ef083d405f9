#include "sgemm.h" /* planish build --foreign-header sgemm.h sgemm.fut */

void sgemm_(const char *transpose_a, const char *transpose_b, const int *m, const int *n, const int *k,
            const float *alpha, const float *a, const int *lda, const float *b, const int *ldb,
            const float *beta, float *c, const int *ldc);

/* A BLAS has columns where we have rows: c = a b by rows is c' = b' a' by columns. */
int32_t product(planish_foreign *call, int64_t n, int64_t m, int64_t p, const float *a, const float *b,
                float *out0) {
  const int rows = (int)n, inner = (int)m, columns = (int)p;
  const float one = 1, zero = 0;
  if (rows != n || inner != m || columns != p)
    return planish_foreign_fail(call, "the matrices are too large for this BLAS");
  if (rows == 0 || columns == 0) return 0;
  const int lda = inner > 0 ? inner : 1;
  sgemm_("N", "N", &columns, &rows, &inner, &one, b, &columns, a, &lda, &zero, out0, &columns);
  return 0;
}
