// The nearest records, one after the other. Each step is one kernel: blocks find the least of their part, and the last of them to
// come the least of all. What was taken out in the step before is left out by its index.
#include <limits>

#include "cuda.h"
#include "nn.h"

namespace {

constexpr int kThreads = 256, kBlocks = 264;

// Distances are not negative, so that they compare as integers; of equal ones the smaller index comes first.
using Candidate = unsigned long long;

__device__ Candidate candidate(float distance, uint32_t i) {
  return static_cast<Candidate>(__float_as_uint(distance)) << 32 | i;
}

__device__ Candidate least_of_block(Candidate best) {
  __shared__ Candidate of_warps[kThreads / 32];
  for (int d = 16; d > 0; d /= 2) best = min(best, __shfl_down_sync(~0u, best, d));
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = best;
  __syncthreads();
  best = threadIdx.x < kThreads / 32 ? of_warps[threadIdx.x] : ~0ull;
  if (threadIdx.x < 32)
    for (int d = 16; d > 0; d /= 2) best = min(best, __shfl_down_sync(~0u, best, d));
  __syncthreads();
  return best;
}

__global__ void distances_of(const float* __restrict__ xs, const float* __restrict__ ys,
                             float* __restrict__ distances, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (i < n) distances[i] = nn_distance(xs[i], ys[i]);
}

__global__ void take_least(float* __restrict__ distances, uint32_t n, int step, int64_t* found,
                           float* least, Candidate* parts, unsigned* done) {
  __shared__ bool last;
  Candidate best = ~0ull;
  uint32_t stride = kBlocks * kThreads;
  for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += stride)
    best = min(best, candidate(distances[i], i));
  best = least_of_block(best);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = best;
    __threadfence();
    last = atomicInc(done, kBlocks - 1) == kBlocks - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  best = ~0ull;
  for (int i = threadIdx.x; i < kBlocks; i += kThreads)
    best = min(best, *const_cast<volatile Candidate*>(parts + i));
  best = least_of_block(best);
  if (threadIdx.x > 0) return;
  auto at = static_cast<uint32_t>(best);
  found[step] = at;
  least[step] = __uint_as_float(static_cast<uint32_t>(best >> 32));
  distances[at] = __uint_as_float(0x7f800000);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("nn", argc, argv);
  Nearest data(harness.size(855280));
  bench::DeviceBuffer<float> xs(data.latitudes), ys(data.longitudes), distances(data.n), least(data.k);
  bench::DeviceBuffer<int64_t> found(data.k);
  bench::DeviceBuffer<Candidate> parts(kBlocks);
  bench::DeviceBuffer<unsigned> done(1);
  auto run = [&] {
    distances_of<<<bench::blocks(data.n, kThreads), kThreads>>>(xs.data(), ys.data(), distances.data(),
                                                                data.n);
    for (int step = 0; step < data.k; step++)
      take_least<<<kBlocks, kThreads>>>(distances.data(), static_cast<uint32_t>(data.n), step,
                                        found.data(), least.data(), parts.data(), done.data());
    bench::finish();
  };
  data.compare(harness, {run, [&] {
                           found.fetch(data.found);
                           least.fetch(data.least);
                         }});
  return harness.status();
}
