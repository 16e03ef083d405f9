// The cheapest ways down a grid. A block computes several rows of its columns in shared memory, and more columns than it writes, so
// that blocks need not wait for each other.
#include <utility>

#include "cuda.h"
#include "pathfinder.h"

namespace {

constexpr int kThreads = 256, kRows = 20;

// Rows from `first` on, at most kRows of them.
__global__ void rows(const int32_t* __restrict__ costs, const int32_t* __restrict__ best,
                     int32_t* __restrict__ out, int first, int count, int m) {
  __shared__ int32_t line[2][kThreads];
  int t = threadIdx.x, j = static_cast<int>(blockIdx.x) * (kThreads - 2 * kRows) - kRows + t;
  bool inside = j >= 0 && j < m;
  int left = max(0, t - (j > 0)), right = min(kThreads - 1, t + (j < m - 1));
  line[0][t] = inside ? best[j] : 0;
  __syncthreads();
  for (int i = 0; i < count; i++) {
    const int32_t* from = line[i % 2];
    if (inside)
      line[1 - i % 2][t] = costs[static_cast<int64_t>(first + i) * m + j] +
                           min(from[t], min(from[left], from[right]));
    __syncthreads();
  }
  if (inside && t >= kRows && t < kThreads - kRows) out[j] = line[count % 2][t];
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("pathfinder", argc, argv);
  Pathfinder data(100, harness.size(100000));
  bench::DeviceBuffer<int32_t> costs(data.costs), first(data.m), second(data.m);
  int n = static_cast<int>(data.n), m = static_cast<int>(data.m);
  int32_t* result = nullptr;
  auto run = [&] {
    const int32_t* from = costs.data();
    int32_t *to = first.data(), *other = second.data();
    for (int i = 1; i < n; i += kRows) {
      rows<<<bench::blocks(m, kThreads - 2 * kRows), kThreads>>>(costs.data(), from, to, i,
                                                                 std::min(kRows, n - i), m);
      from = result = to;
      std::swap(to, other);
    }
    bench::finish();
  };
  auto fetch = [&] {
    bench::check(cudaMemcpy(data.best.data(), result, first.bytes(), cudaMemcpyDeviceToHost));
  };
  data.compare(harness, {run, fetch});
  return harness.status();
}
