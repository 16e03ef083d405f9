// A quasicrystal. The directions of the waves are computed once by each block, and lie in shared memory.
#include "crystal.h"
#include "cuda.h"

namespace {

constexpr int kThreads = 256, kMost = 256;

__global__ void crystal(int32_t* __restrict__ image, int size, int degree) {
  __shared__ float2 directions[kMost];
  for (int k = threadIdx.x; k < degree; k += kThreads) {
    float angle = Crystal::pi / static_cast<float>(degree) * static_cast<float>(k);
    directions[k] = {cosf(angle), sinf(angle)};
  }
  __syncthreads();
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (at >= size * size) return;
  float x = crystal_place(at % size, size), y = crystal_place(at / size, size), sum = 0;
  for (int k = 0; k < degree; k++)
    sum += (cosf(directions[k].x * x + directions[k].y * y + Crystal::time) + 1) / 2;
  image[at] = crystal_colour(sum);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("crystal", argc, argv);
  Crystal data(harness.size(2000), 50);
  bench::DeviceBuffer<int32_t> image(data.image.count());
  auto run = [&] {
    crystal<<<bench::blocks(image.count(), kThreads), kThreads>>>(
        image.data(), static_cast<int>(data.size), static_cast<int>(data.degree));
    bench::finish();
  };
  data.compare(harness, {run, [&] { image.fetch(data.image); }});
  return harness.status();
}
