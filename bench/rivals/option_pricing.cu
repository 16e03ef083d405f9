// The value of a call on an average. A thread computes the first point of Sobol's sequence of a chunk directly and the others one from
// the other. Numbers of dates and assets are constants, so that loops are unrolled; what all threads read alike is constant memory.
#include "cuda.h"
#include "option_pricing.h"

namespace {

using pricing::Data, pricing::kBits;

constexpr int kThreads = 128, kLength = 32;  // points a thread
constexpr int kDates = Data::dates, kAssets = Data::assets, kDims = kDates * kAssets;

struct Constants {
  uint32_t directions[kBits][kDims];
  int dates[kDates], before[kDates], after[kDates];
  float weights[kDates][3], correlation[kAssets][kAssets], growth[kAssets], volatilities[kAssets], starts[kAssets];
};
__constant__ Constants c;

__device__ float payoff(const uint32_t* point) {
  // In local memory, since the order of dates is data.
  float paths[kAssets][kDates];
#pragma unroll
  for (int k = 0; k < kDates; k++) {
    int date = c.dates[k], before = c.before[k], after = c.after[k];
#pragma unroll
    for (int a = 0; a < kAssets; a++) {
      float z = pricing::inverse_normal((static_cast<float>(point[k * kAssets + a]) + 0.5f) / 1073741824.0f);
      float known = (before < 0 ? 0 : c.weights[k][0] * paths[a][before]) +
                    (after == date ? 0 : c.weights[k][1] * paths[a][after]);
      paths[a][date] = known + c.weights[k][2] * z;
    }
  }
  float total = 0, growth[kAssets] = {};
#pragma unroll
  for (int t = 0; t < kDates; t++) {
#pragma unroll
    for (int a = 0; a < kAssets; a++) {
      float z = 0;
#pragma unroll
      for (int b = 0; b < kAssets; b++) z += c.correlation[a][b] * (paths[b][t] - (t == 0 ? 0 : paths[b][t - 1]));
      growth[a] += c.growth[a] + c.volatilities[a] * z;
      total += c.starts[a] * expf(growth[a]);
    }
  }
  return fmaxf(0.0f, total / (kDates * kAssets) - Data::strike);
}

__global__ void price(int64_t paths, float* __restrict__ sum) {
  __shared__ float of_warps[kThreads / 32];
  int64_t first = (blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x) * kLength;
  float total = 0;
  if (first < paths) {
    uint32_t point[kDims] = {};
    int64_t gray = first ^ (first >> 1);
    for (int k = 0; k < kBits; k++) {
      if ((gray >> k & 1) == 0) continue;
#pragma unroll
      for (int d = 0; d < kDims; d++) point[d] ^= c.directions[k][d];
    }
    for (int i = 0; i < kLength && first + i < paths; i++) {
      total += payoff(point);
      int changed = __ffsll(first + i + 1) - 1;
#pragma unroll
      for (int d = 0; d < kDims; d++) point[d] ^= c.directions[changed][d];
    }
  }
  for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(~0u, total, d);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int w = 1; w < kThreads / 32; w++) total += of_warps[w];
  atomicAdd(sum, total / static_cast<float>(paths));
}

Constants constants(const Data& data) {
  Constants out;
  for (int k = 0; k < kBits; k++) {
    for (int d = 0; d < kDims; d++) out.directions[k][d] = data.v[static_cast<size_t>(d * kBits + k)];
  }
  for (size_t k = 0; k < kDates; k++) {
    out.dates[k] = static_cast<int>(data.points[3 * k]);
    out.before[k] = static_cast<int>(data.points[3 * k + 1]);
    out.after[k] = static_cast<int>(data.points[3 * k + 2]);
    for (size_t i = 0; i < 3; i++) out.weights[k][i] = data.weights[3 * k + i];
  }
  for (size_t a = 0; a < kAssets; a++) {
    for (size_t b = 0; b < kAssets; b++) out.correlation[a][b] = data.correlation[a * kAssets + b];
    out.growth[a] = data.rates[a] - 0.5f * data.volatilities[a] * data.volatilities[a];
    out.volatilities[a] = data.volatilities[a];
    out.starts[a] = data.starts[a];
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("option_pricing", argc, argv);
  Data data(harness.size(65536), 16);
  Constants host = constants(data);
  bench::check(cudaMemcpyToSymbol(c, &host, sizeof host));
  bench::DeviceBuffer<float> sum(1);
  int64_t paths = data.chunks * data.length;
  auto run = [&] {
    bench::check(cudaMemsetAsync(sum.data(), 0, sizeof(float)));
    price<<<bench::blocks(paths, kThreads * kLength), kThreads>>>(paths, sum.data());
    bench::finish();
  };
  data.compare(harness, {run, [&] { sum.fetch(&data.out); }});
  return harness.status();
}
