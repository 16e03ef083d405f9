// Forces between particles in neighbouring boxes. A block has a box, and takes the boxes beside it through shared memory.
#include "cuda.h"
#include "lava_md.h"

namespace {

constexpr int kThreads = 128;

__global__ void forces(const int64_t* __restrict__ counts, const int64_t* __restrict__ neighbours,
                       const LavaParticle* __restrict__ positions, const float* __restrict__ charges,
                       LavaParticle* __restrict__ out, int n) {
  __shared__ LavaParticle near[kThreads];
  __shared__ float near_charges[kThreads];
  int box = static_cast<int>(blockIdx.x), t = threadIdx.x, i = min(t, n - 1);
  LavaParticle own = positions[box * n + i], sum = {0, 0, 0, 0};
  auto count = static_cast<int>(counts[box]);
  for (int k = 0; k < count; k++) {
    int other = static_cast<int>(neighbours[box * LavaMd::most + k]) * n;
    __syncthreads();
    if (t < n) {
      near[t] = positions[other + t];
      near_charges[t] = charges[other + t];
    }
    __syncthreads();
    for (int j = 0; j < n; j++) lava_add_force(sum, own, near[j], near_charges[j]);
  }
  if (t < n) out[box * n + t] = sum;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("lava_md", argc, argv);
  LavaMd data(harness.size(10), 100);
  static_assert(kThreads >= 100, "a thread for each particle of a box");
  bench::DeviceBuffer<int64_t> counts(data.counts), neighbours(data.neighbours);
  bench::DeviceBuffer<float> positions(data.positions), charges(data.charges), out(data.forces.count());
  auto run = [&] {
    forces<<<static_cast<unsigned>(data.boxes), kThreads>>>(
        counts.data(), neighbours.data(), reinterpret_cast<const LavaParticle*>(positions.data()),
        charges.data(), reinterpret_cast<LavaParticle*>(out.data()), static_cast<int>(data.n));
    bench::finish();
  };
  data.compare(harness, {run, [&] { out.fetch(data.forces); }});
  return harness.status();
}
