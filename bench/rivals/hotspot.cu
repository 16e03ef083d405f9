// How a chip heats up. A block computes several steps of its cells in shared memory, and more cells than it writes, so that blocks
// need not wait for each other.
#include <utility>

#include "cuda.h"
#include "hotspot.h"

namespace {

constexpr int kSide = 32, kDeep = 3, kInner = kSide - 2 * kDeep;
static_assert(Hotspot::kSteps % kDeep == 0);

__global__ void steps(const float* __restrict__ from, const float* __restrict__ powers,
                      float* __restrict__ to, int n, int m, HotspotFactors f) {
  __shared__ float tile[2][kSide][kSide];
  int x = threadIdx.x, y = threadIdx.y;
  int i = static_cast<int>(blockIdx.y) * kInner - kDeep + y, j = static_cast<int>(blockIdx.x) * kInner - kDeep + x;
  bool inside = i >= 0 && i < n && j >= 0 && j < m;
  float power = inside ? powers[i * m + j] : 0;
  tile[0][y][x] = inside ? from[i * m + j] : 0;
  int up = max(0, y - (i > 0)), down = min(kSide - 1, y + (i < n - 1));
  int left = max(0, x - (j > 0)), right = min(kSide - 1, x + (j < m - 1));
  __syncthreads();
  for (int k = 0; k < kDeep; k++) {
    const float(*old)[kSide] = tile[k % 2];
    float t = old[y][x];
    tile[1 - k % 2][y][x] =
        t + f.step * (power + (old[up][x] + old[down][x] - 2 * t) * f.per_y +
                      (old[y][left] + old[y][right] - 2 * t) * f.per_x + (80 - t) * f.per_z);
    __syncthreads();
  }
  bool inner = x >= kDeep && x < kSide - kDeep && y >= kDeep && y < kSide - kDeep;
  if (inside && inner) to[i * m + j] = tile[kDeep % 2][y][x];
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("hotspot", argc, argv);
  Hotspot data(harness);
  int n = static_cast<int>(data.n), m = static_cast<int>(data.m);
  bench::DeviceBuffer<float> start(data.start), powers(data.powers), first(n * m), second(n * m);
  HotspotFactors factors(n, m);
  const float* result = nullptr;
  auto run = [&] {
    const float* from = start.data();
    float *to = first.data(), *other = second.data();
    for (int k = 0; k < Hotspot::kSteps; k += kDeep) {
      steps<<<dim3(bench::blocks(m, kInner), bench::blocks(n, kInner)), dim3(kSide, kSide)>>>(
          from, powers.data(), to, n, m, factors);
      from = result = to;
      std::swap(to, other);
    }
    bench::finish();
  };
  data.compare(harness, {run, [&] {
                           bench::check(cudaMemcpy(data.out.data(), result, first.bytes(), cudaMemcpyDeviceToHost));
                         }});
  return harness.status();
}
