/* On the emulated device, addresses of the device are those of this process. With CUDA these functions would launch kernels,
 * or call cuBLAS, and wait for them. What is no array (`out0` of `total`) lies on the host. */
#include <stddef.h>

#include "device.h" /* planish build --foreign-header device.h device.fut */

static float total(int64_t n, const float *xs) {
  float sum = 0;
  for (int64_t i = 0; i < n; i++) sum += xs[i];
  return sum;
}

int32_t total_on_host(planish_foreign *call, int64_t n, const float *xs, float *out0) {
  (void)call;
  *out0 = total(n, xs);
  return 0;
}

int32_t total_on_device(planish_foreign *call, int64_t n, const float *xs, float *out0) {
  (void)call;
  *out0 = total(n, xs);
  return 0;
}

int32_t totals_on_device(planish_foreign *call, int64_t rows, const int64_t *n, const int64_t *xs_offsets,
                         const float *xs, float *out0) {
  (void)call;
  for (int64_t i = 0; i < rows; i++) out0[i] = total(n[i], xs + xs_offsets[i]);
  return 0;
}

int32_t halve_on_device(planish_foreign *call, int64_t n, int32_t *xs) {
  (void)call;
  for (int64_t i = 0; i < n; i++) xs[i] /= 2;
  return 0;
}

/* Memory that is asked for lies on the device, too. */
int32_t below_on_device(planish_foreign *call, int64_t n, int64_t limit, const int32_t *xs) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i++) count += xs[i] < limit;
  int32_t *out = planish_foreign_allocate(call, 0, &count);
  if (out == NULL) return 1;
  for (int64_t i = 0; i < n; i++) {
    if (xs[i] < limit) *out++ = xs[i];
  }
  return 0;
}
