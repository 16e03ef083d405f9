// Speckle-reducing diffusion, two kernels a step. Blocks that write the image leave the sums of their part, which every block of the
// next step adds up for itself.
#include "cuda.h"
#include "srad.h"

namespace {

constexpr int kThreads = 256;

__device__ float2 sum_of_block(float2 v) {
  __shared__ float2 of_warps[kThreads / 32];
  auto down = [&](float2 x) {
    for (int d = 16; d > 0; d /= 2) {
      x.x += __shfl_down_sync(~0u, x.x, d);
      x.y += __shfl_down_sync(~0u, x.y, d);
    }
    return x;
  };
  v = down(v);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = v;
  __syncthreads();
  v = down(threadIdx.x % 32 < kThreads / 32 ? of_warps[threadIdx.x % 32] : float2{0, 0});
  return {__shfl_sync(~0u, v.x, 0), __shfl_sync(~0u, v.y, 0)};
}

__device__ void leave_sums(float v, bool inside, float2* parts) {
  float2 sums = sum_of_block(inside ? float2{v, v * v} : float2{0, 0});
  if (threadIdx.x == 0) parts[blockIdx.x] = sums;
}

__global__ void begin(const float* __restrict__ image, float* __restrict__ out, int count, float2* parts) {
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  float v = at < count ? expf(image[at] / 255) : 0;
  if (at < count) out[at] = v;
  leave_sums(v, at < count, parts);
}

__global__ void coefficients(const float* __restrict__ image, float* __restrict__ c, int n, int m,
                             const float2* __restrict__ parts, int blocks) {
  float2 sums = {0, 0};
  for (int b = threadIdx.x; b < blocks; b += kThreads) sums = {sums.x + parts[b].x, sums.y + parts[b].y};
  sums = sum_of_block(sums);
  float noise = srad_noise(sums.x, sums.y, static_cast<float>(n * m));
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (at >= n * m) return;
  int i = at / m, j = at % m;
  float here = image[at];
  c[at] = srad_coefficient(here, image[i > 0 ? at - m : at] - here, image[i < n - 1 ? at + m : at] - here,
                           image[j > 0 ? at - 1 : at] - here, image[j < m - 1 ? at + 1 : at] - here, noise);
}

__global__ void update(const float* __restrict__ image, const float* __restrict__ c,
                       float* __restrict__ out, int n, int m, float2* parts) {
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  float v = 0;
  if (at < n * m) {
    int i = at / m, j = at % m, below = i < n - 1 ? at + m : at, right = j < m - 1 ? at + 1 : at;
    float here = image[at], own = c[at];
    v = here + 0.25f * Srad::lambda *
                   (own * (image[i > 0 ? at - m : at] - here) + c[below] * (image[below] - here) +
                    own * (image[j > 0 ? at - 1 : at] - here) + c[right] * (image[right] - here));
    out[at] = v;
  }
  leave_sums(v, at < n * m, parts);
}

__global__ void end(const float* __restrict__ image, float* __restrict__ out, int count) {
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (at < count) out[at] = 255 * logf(image[at]);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("srad", argc, argv);
  Srad data(harness.size(502, 2), 458, 100);
  int n = static_cast<int>(data.n), m = static_cast<int>(data.m), count = n * m;
  unsigned blocks = bench::blocks(count, kThreads);
  bench::DeviceBuffer<float> image(data.image), first(count), second(count), c(count), out(count);
  bench::DeviceBuffer<float2> parts(blocks);
  auto run = [&] {
    float *from = first.data(), *to = second.data();
    begin<<<blocks, kThreads>>>(image.data(), from, count, parts.data());
    for (int32_t k = 0; k < data.steps; k++) {
      coefficients<<<blocks, kThreads>>>(from, c.data(), n, m, parts.data(), static_cast<int>(blocks));
      update<<<blocks, kThreads>>>(from, c.data(), to, n, m, parts.data());
      std::swap(from, to);
    }
    end<<<blocks, kThreads>>>(from, out.data(), count);
    bench::finish();
  };
  data.compare(harness, {run, [&] { out.fetch(data.out); }});
  return harness.status();
}
