// One step of training of a neural network. Blocks add up parts of the columns, four at a time; the last of them to come finishes the
// sums and computes the errors, and a second kernel adjusts all weights.
#include "backprop.h"
#include "cuda.h"

namespace {

constexpr int kThreads = 256, kBlocks = 1056, kHidden = Backprop::h;

__global__ void forward(const float4* __restrict__ weights, const float* __restrict__ units, int64_t n,
                        const float* __restrict__ weights_out, const float* __restrict__ changes_out,
                        float* __restrict__ parts, unsigned* done, float* __restrict__ deltas,
                        float* __restrict__ new_out, float* __restrict__ delta_out) {
  __shared__ float4 sums[kThreads];
  __shared__ bool last;
  constexpr int kFours = kHidden / 4;
  float4 sum = {0, 0, 0, 0};
  int64_t stride = static_cast<int64_t>(kBlocks) * kThreads;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x; i < n * kFours; i += stride) {
    float4 w = weights[i];
    float u = units[i / kFours];
    sum = {sum.x + w.x * u, sum.y + w.y * u, sum.z + w.z * u, sum.w + w.w * u};
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int d = kThreads / 2; d >= kFours; d /= 2) {
    if (threadIdx.x < d) {
      float4 a = sums[threadIdx.x], b = sums[threadIdx.x + d];
      sums[threadIdx.x] = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    }
    __syncthreads();
  }
  if (threadIdx.x < kHidden)
    parts[blockIdx.x * kHidden + threadIdx.x] = reinterpret_cast<float*>(sums)[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(done, kBlocks - 1) == kBlocks - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  // Sixteen threads for each column.
  int column = threadIdx.x % kHidden, row = threadIdx.x / kHidden;
  float total = 0;
  for (int b = row; b < kBlocks; b += kThreads / kHidden)
    total += *const_cast<volatile float*>(parts + b * kHidden + column);
  float* totals = reinterpret_cast<float*>(sums);
  totals[threadIdx.x] = total;
  __syncthreads();
  for (int d = kThreads / 2; d >= kHidden; d /= 2) {
    if (threadIdx.x < d) totals[threadIdx.x] += totals[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x > 0) return;
  float hidden[kHidden], errors[kHidden];
  *delta_out = backprop_errors(totals, weights_out, hidden, errors);
  for (int j = 0; j < kHidden; j++) deltas[j] = errors[j];
  for (int j = 0; j <= kHidden; j++)
    new_out[j] =
        backprop_adjust(weights_out[j], changes_out[j], *delta_out, j == 0 ? 1 : hidden[j - 1]);
}

__global__ void adjust(const float4* __restrict__ weights, const float4* __restrict__ changes,
                       const float* __restrict__ units, const float4* __restrict__ deltas, int64_t n,
                       float4* __restrict__ out) {
  int64_t i = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (i >= n * (kHidden / 4)) return;
  float4 w = weights[i], c = changes[i], d = deltas[i % (kHidden / 4)];
  float u = units[i / (kHidden / 4)];
  out[i] = {backprop_adjust(w.x, c.x, d.x, u), backprop_adjust(w.y, c.y, d.y, u),
            backprop_adjust(w.z, c.z, d.z, u), backprop_adjust(w.w, c.w, d.w, u)};
}

template <class T>
const float4* fours(const bench::DeviceBuffer<T>& buffer) {
  return reinterpret_cast<const float4*>(buffer.data());
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("backprop", argc, argv);
  Backprop data(harness.size(1 << 20));
  bench::DeviceBuffer<float> units(data.units), weights(data.weights), changes(data.changes),
      weights_out(data.weights_out), changes_out(data.changes_out), parts(kBlocks * kHidden),
      deltas(kHidden), out(data.n * kHidden), new_out(kHidden + 1), delta_out(1);
  bench::DeviceBuffer<unsigned> done(1);
  auto run = [&] {
    forward<<<kBlocks, kThreads>>>(fours(weights), units.data(), data.n, weights_out.data(),
                                   changes_out.data(), parts.data(), done.data(), deltas.data(),
                                   new_out.data(), delta_out.data());
    adjust<<<bench::blocks(data.n * (kHidden / 4), kThreads), kThreads>>>(
        fours(weights), fours(changes), units.data(), fours(deltas), data.n,
        reinterpret_cast<float4*>(out.data()));
    bench::finish();
  };
  data.compare(harness, {run, [&] {
                           delta_out.fetch(&data.delta_out);
                           deltas.fetch(data.deltas);
                           out.fetch(data.new_weights);
                           new_out.fetch(data.new_weights_out);
                         }});
  return harness.status();
}
