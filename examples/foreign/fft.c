#include <fftw3.h>

#include "fft.h" /* planish build --foreign-header fft.h fft.fut */

int32_t fft(planish_foreign *call, int64_t n, const double *re, const double *im, double *out0, double *out1) {
  if (n == 0) return 0;
  fftw_complex *values = fftw_alloc_complex((size_t)n);
  if (values == NULL) return planish_foreign_fail(call, "FFTW has no memory");
  for (int64_t i = 0; i < n; i++) {
    values[i][0] = re[i];
    values[i][1] = im[i];
  }
  fftw_plan plan = fftw_plan_dft_1d((int)n, values, values, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  for (int64_t i = 0; i < n; i++) {
    out0[i] = values[i][0];
    out1[i] = values[i][1];
  }
  fftw_destroy_plan(plan);
  fftw_free(values);
  return 0;
}
