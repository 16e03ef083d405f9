// Cells of heart muscle, a thread each. States and slopes of all cells lie interleaved, so that neighbouring threads read neighbours;
// the weights of the method are constants.
#include "cuda.h"
#include "myocyte.h"

namespace {

using M = Myocyte;
constexpr int kThreads = 64;
__constant__ Fehlberg c_fehlberg;

struct At {
  float* data;
  int64_t n;
  __device__ float& operator()(int i) const { return data[i * n]; }
};

__global__ void transpose(const float* __restrict__ from, float* __restrict__ to, int64_t rows, int64_t columns) {
  __shared__ float tile[32][33];
  int64_t i = blockIdx.y * 32LL + threadIdx.y, j = blockIdx.x * 32LL + threadIdx.x;
  if (i < rows && j < columns) tile[threadIdx.y][threadIdx.x] = from[i * columns + j];
  __syncthreads();
  i = blockIdx.y * 32LL + threadIdx.x;
  j = blockIdx.x * 32LL + threadIdx.y;
  if (i < rows && j < columns) to[j * rows + i] = tile[threadIdx.x][threadIdx.y];
}

void launch_transpose(const float* from, float* to, int64_t rows, int64_t columns) {
  transpose<<<dim3(bench::blocks(columns, 32), bench::blocks(rows, 32)), dim3(32, 32)>>>(from, to, rows, columns);
}

__global__ void simulate(float* __restrict__ states, float* __restrict__ moved, float* __restrict__ slopes,
                         const float* __restrict__ parameters, int64_t n, int intervals) {
  int64_t c = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (c >= n) return;
  float ps[M::kParameters];
#pragma unroll
  for (int k = 0; k < M::kParameters; k++) ps[k] = parameters[k * n + c];
  for (int i = 0; i < intervals; i++)
    myocyte_interval(c_fehlberg, At{states + c, n}, At{moved + c, n},
                     [&](int s, int k) -> float& { return slopes[(static_cast<int64_t>(s) * M::kEquations + k) * n + c]; },
                     [&](int k) { return ps[k]; });
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("myocyte", argc, argv);
  Myocyte data(harness.size(65536), 3);
  int64_t n = data.n;
  bench::DeviceBuffer<float> starts(data.starts), given(data.parameters), states(n * M::kEquations),
      moved(n * M::kEquations), slopes(n * M::kEquations * M::kStages), parameters(n * M::kParameters),
      out(n * M::kEquations);
  Fehlberg fehlberg;
  bench::check(cudaMemcpyToSymbol(c_fehlberg, &fehlberg, sizeof fehlberg));
  auto run = [&] {
    launch_transpose(starts.data(), states.data(), n, M::kEquations);
    launch_transpose(given.data(), parameters.data(), n, M::kParameters);
    simulate<<<bench::blocks(n, kThreads), kThreads>>>(states.data(), moved.data(), slopes.data(),
                                                       parameters.data(), n, data.intervals);
    launch_transpose(states.data(), out.data(), M::kEquations, n);
    bench::finish();
  };
  data.compare(harness, {run, [&] { out.fetch(data.out); }});
  return harness.status();
}
