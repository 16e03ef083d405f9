// The flow of a gas around a body. Every number of a cell is an array of its own, so that neighbouring threads read neighbours; a stage
// is one kernel, and the first of a step also computes how long it is.
#include "cfd.h"
#include "cuda.h"

namespace {

constexpr int kThreads = 128;

// Five arrays of n numbers.
struct States {
  float* data;
  int n;
  __device__ CfdState load(int c) const {
    return {data[c], {data[n + c], data[2 * n + c], data[3 * n + c]}, data[4 * n + c]};
  }
  __device__ void store(int c, const CfdState& s) const {
    data[c] = s.density;
    data[n + c] = s.momentum.x;
    data[2 * n + c] = s.momentum.y;
    data[3 * n + c] = s.momentum.z;
    data[4 * n + c] = s.energy;
  }
};

// From rows to columns, or back.
__global__ void columns(const float* __restrict__ from, float* __restrict__ to, int n, int m) {
  int c = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (c >= n) return;
  for (int k = 0; k < m; k++) to[k * n + c] = from[c * m + k];
}
__global__ void rows(const float* __restrict__ from, float* __restrict__ to, int n, int m) {
  int c = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (c >= n) return;
  for (int k = 0; k < m; k++) to[c * m + k] = from[k * n + c];
}

__global__ void stage(States old, States from, States to, const float* __restrict__ areas,
                      float* __restrict__ factors, const int4* __restrict__ neighbours,
                      const float* __restrict__ normals, int n, int number) {
  int c = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (c >= n) return;
  CfdCell own(from.load(c));
  float factor = number == 0 ? 0.5f / (sqrtf(areas[c]) * own.fastest) : factors[c];
  if (number == 0) factors[c] = factor;
  int4 near = neighbours[c];
  CfdState flux = cfd_flux(
      own, [&](int k) { return k == 0 ? near.x : k == 1 ? near.y : k == 2 ? near.z : near.w; },
      [&](int k) {
        const float* at = normals + k * 3 * n + c;
        return CfdVector{at[0], at[n], at[2 * n]};
      },
      [&](int32_t i) { return from.load(i); });
  to.store(c, cfd_moved(old.load(c), -factor / static_cast<float>(Cfd::kStages - number), flux));
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("cfd", argc, argv);
  Cfd data(432, harness.size(448), 2000);
  auto n = static_cast<int>(data.n);
  bench::DeviceBuffer<float> areas(data.areas), normals(data.normals), starts(data.starts), out(n * 5),
      normal_columns(n * 12), factors(n), a(n * 5), b(n * 5), c(n * 5);
  bench::DeviceBuffer<int32_t> neighbours(data.neighbours);
  unsigned blocks = bench::blocks(n, kThreads);
  auto run = [&] {
    columns<<<blocks, kThreads>>>(normals.data(), normal_columns.data(), n, 12);
    columns<<<blocks, kThreads>>>(starts.data(), a.data(), n, 5);
    States old{a.data(), n}, first{b.data(), n}, second{c.data(), n};
    for (int32_t step = 0; step < data.steps; step++) {
      States read = old, write = first;
      for (int k = 0; k < Cfd::kStages; k++) {
        stage<<<blocks, kThreads>>>(old, read, write, areas.data(), factors.data(),
                                    reinterpret_cast<const int4*>(neighbours.data()),
                                    normal_columns.data(), n, k);
        read = write;
        write = read.data == first.data ? second : first;
      }
      // The last stage wrote to the first of the two.
      std::swap(old, first);
    }
    rows<<<blocks, kThreads>>>(old.data, out.data(), n, 5);
    bench::finish();
  };
  static_assert(Cfd::kStages == 3, "the last stage writes where the first did");
  data.compare(harness, {run, [&] { out.fetch(data.out); }});
  return harness.status();
}
