// Calibration of magnetic resonance images. Points are independent; samples are done several at once.
#include "mri_q.h"

#include "vector_math.h"

static void mri_q(const MriQ& data, float* __restrict magnitudes) {
  const float* __restrict kx = data.frequencies[0].data();
  const float* __restrict ky = data.frequencies[1].data();
  const float* __restrict kz = data.frequencies[2].data();
  for (int64_t i = 0; i < data.k; i++)
    magnitudes[i] = data.signal[0][i] * data.signal[0][i] + data.signal[1][i] * data.signal[1][i];
#pragma omp parallel for
  for (int64_t p = 0; p < data.n; p++) {
    float x = data.places[0][p], y = data.places[1][p], z = data.places[2][p];
    float real = 0, imaginary = 0;
#pragma omp simd reduction(+ : real, imaginary)
    for (int64_t i = 0; i < data.k; i++) {
      float angle = 6.2831853f * (kx[i] * x + ky[i] * y + kz[i] * z);
      real += magnitudes[i] * cosf(angle);
      imaginary += magnitudes[i] * sinf(angle);
    }
    data.real_out[p] = real;
    data.imaginary_out[p] = imaginary;
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("mri_q", argc, argv);
  MriQ data(2048, harness.size(8192));
  bench::Buffer<float> magnitudes(data.k);
  data.compare(harness, [&] { mri_q(data, magnitudes.data()); });
  return harness.status();
}
