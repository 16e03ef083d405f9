// Calibration of magnetic resonance images. A thread has a point; samples go through shared memory, and angles are multiples of pi,
// which need no reduction of large arguments.
#include "cuda.h"
#include "mri_q.h"

namespace {

constexpr int kThreads = 256;

__global__ void magnitudes(const float* __restrict__ x, const float* __restrict__ y,
                           const float* __restrict__ z, const float* __restrict__ real,
                           const float* __restrict__ imaginary, float4* __restrict__ out, int k) {
  int i = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < k) out[i] = {x[i], y[i], z[i], real[i] * real[i] + imaginary[i] * imaginary[i]};
}

__global__ void sums(const float4* __restrict__ samples, int k, const float* __restrict__ xs,
                     const float* __restrict__ ys, const float* __restrict__ zs,
                     float* __restrict__ real_out, float* __restrict__ imaginary_out, int n) {
  __shared__ float4 tile[kThreads];
  int p = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x, at = min(p, n - 1);
  float x = xs[at], y = ys[at], z = zs[at], real = 0, imaginary = 0;
  for (int first = 0; first < k; first += kThreads) {
    int count = min(kThreads, k - first);
    __syncthreads();
    if (threadIdx.x < count) tile[threadIdx.x] = samples[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < count; i++) {
      float4 s = tile[i];
      float sine, cosine;
      sincospif(2 * (s.x * x + s.y * y + s.z * z), &sine, &cosine);
      real += s.w * cosine;
      imaginary += s.w * sine;
    }
  }
  if (p >= n) return;
  real_out[p] = real;
  imaginary_out[p] = imaginary;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("mri_q", argc, argv);
  MriQ data(2048, harness.size(262144));
  int k = static_cast<int>(data.k), n = static_cast<int>(data.n);
  bench::DeviceBuffer<float> kx(data.frequencies[0]), ky(data.frequencies[1]), kz(data.frequencies[2]),
      real(data.signal[0]), imaginary(data.signal[1]), xs(data.places[0]), ys(data.places[1]),
      zs(data.places[2]), real_out(n), imaginary_out(n);
  bench::DeviceBuffer<float4> samples(k);
  auto run = [&] {
    magnitudes<<<bench::blocks(k, kThreads), kThreads>>>(kx.data(), ky.data(), kz.data(), real.data(),
                                                         imaginary.data(), samples.data(), k);
    sums<<<bench::blocks(n, kThreads), kThreads>>>(samples.data(), k, xs.data(), ys.data(), zs.data(),
                                                   real_out.data(), imaginary_out.data(), n);
    bench::finish();
  };
  data.compare(harness, {run, [&] {
                           real_out.fetch(data.real_out);
                           imaginary_out.fetch(data.imaginary_out);
                         }});
  return harness.status();
}
