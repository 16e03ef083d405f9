// K-means clustering. A block takes its points through shared memory, where a thread has a point and then an element of the sums, which
// are added up for all blocks by atomic operations.
#include "cuda.h"
#include "kmeans.h"

namespace {

constexpr int kThreads = 256;

__device__ int nearest(const float* point, const float* centres, int k, int d) {
  int best = k;
  float least = __int_as_float(0x7f800000);
  for (int c = 0; c < k; c++) {
    float distance = 0;
    for (int x = 0; x < d; x++) {
      float difference = point[x] - centres[c * d + x];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

// Rows of points have an odd pitch in shared memory, so that threads side by side use different banks.
__global__ void assign(const float* __restrict__ points, int n, int d, int k, const float* __restrict__ centres,
                       float* __restrict__ sums, int* __restrict__ counts, int64_t* __restrict__ members) {
  extern __shared__ float shared[];
  __shared__ int of_point[kThreads];
  int pitch = d | 1, first = static_cast<int>(blockIdx.x) * kThreads, count = min(kThreads, n - first), t = threadIdx.x;
  float *tile = shared, *own_centres = shared + kThreads * pitch;
  for (int i = t; i < count * d; i += kThreads) tile[i / d * pitch + i % d] = points[static_cast<int64_t>(first) * d + i];
  for (int i = t; i < k * d; i += kThreads) own_centres[i] = centres[i];
  __syncthreads();
  if (t < count) {
    of_point[t] = nearest(tile + t * pitch, own_centres, k, d);
    if (members != nullptr) members[first + t] = of_point[t];
  }
  if (members != nullptr) return;
  __syncthreads();
  for (int i = t; i < k * d; i += kThreads) {
    float sum = 0;
    for (int p = 0; p < count; p++) sum += of_point[p] == i / d ? tile[p * pitch + i % d] : 0;
    atomicAdd(sums + i, sum);
  }
  if (t < k) {
    int members_here = 0;
    for (int p = 0; p < count; p++) members_here += of_point[p] == t;
    atomicAdd(counts + t, members_here);
  }
}

__global__ void begin(const float* __restrict__ points, int64_t n, int d, int k, float* centres) {
  for (int i = threadIdx.x; i < k * d; i += kThreads) centres[i] = points[i / d * n / k * d + i % d];
}

// And clears sums and counts for the next step.
__global__ void means(float* sums, int* counts, int d, int k, float* centres) {
  for (int i = threadIdx.x; i < k * d; i += kThreads) {
    centres[i] = sums[i] / static_cast<float>(max(1, counts[i / d]));
    sums[i] = 0;
  }
  __syncthreads();
  for (int c = threadIdx.x; c < k; c += kThreads) counts[c] = 0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("kmeans", argc, argv);
  Kmeans data(harness.size(494020), 34, 5);
  int n = static_cast<int>(data.n), d = static_cast<int>(data.d), k = static_cast<int>(data.k);
  bench::DeviceBuffer<float> points(data.points), centres(k * d), sums(k * d);
  bench::DeviceBuffer<int> counts(k);
  bench::DeviceBuffer<int64_t> members(n);
  size_t shared = static_cast<size_t>(kThreads * (d | 1) + k * d) * sizeof(float);
  auto run = [&] {
    begin<<<1, kThreads>>>(points.data(), n, d, k, centres.data());
    for (int step = 0; step <= Kmeans::kSteps; step++) {
      assign<<<bench::blocks(n, kThreads), kThreads, shared>>>(points.data(), n, d, k, centres.data(), sums.data(), counts.data(),
                                                               step == Kmeans::kSteps ? members.data() : nullptr);
      if (step < Kmeans::kSteps) means<<<1, kThreads>>>(sums.data(), counts.data(), d, k, centres.data());
    }
    bench::finish();
  };
  data.compare(harness, std::to_string(n) + " points, 34 dimensions, 5 centres", {run, [&] {
                 centres.fetch(data.centres);
                 members.fetch(data.members);
               }});
  return harness.status();
}
