// The motion of bodies that attract each other: a thread has a body, and all of them go through shared memory.
#include "cuda.h"
#include "nbody.h"

namespace {

constexpr int kThreads = 256;

struct Bodies {
  const float *x, *y, *z, *u, *v, *w, *masses;
};

__global__ void move(Bodies b, int n, float* __restrict__ x_out, float* __restrict__ y_out, float* __restrict__ z_out) {
  __shared__ float4 tile[kThreads];
  int i = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x, own = min(i, n - 1);
  float x = b.x[own], y = b.y[own], z = b.z[own], fx = 0, fy = 0, fz = 0;
  for (int first = 0; first < n; first += kThreads) {
    int j = first + threadIdx.x;
    __syncthreads();
    // Bodies without mass attract nothing.
    tile[threadIdx.x] = j < n ? float4{b.x[j], b.y[j], b.z[j], b.masses[j]} : float4{0, 0, 0, 0};
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < kThreads; k++) {
      float4 q = tile[k];
      float dx = q.x - x, dy = q.y - y, dz = q.z - z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + Nbody::kSoftening);
      float strength = q.w * inverse * inverse * inverse;
      fx += strength * dx;
      fy += strength * dy;
      fz += strength * dz;
    }
  }
  if (i >= n) return;
  constexpr float dt = Nbody::kStep;
  x_out[i] = x + dt * (b.u[i] + dt * fx);
  y_out[i] = y + dt * (b.v[i] + dt * fy);
  z_out[i] = z + dt * (b.w[i] + dt * fz);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("nbody", argc, argv);
  Nbody data(harness.size(100000));
  auto n = static_cast<int>(data.n);
  std::vector<std::unique_ptr<bench::DeviceBuffer<float>>> in, out;
  for (const auto& buffer : data.given) in.push_back(std::make_unique<bench::DeviceBuffer<float>>(buffer));
  for (int i = 0; i < 3; i++) out.push_back(std::make_unique<bench::DeviceBuffer<float>>(n));
  Bodies bodies{in[0]->data(), in[1]->data(), in[2]->data(), in[3]->data(), in[4]->data(), in[5]->data(), in[6]->data()};
  auto run = [&] {
    move<<<bench::blocks(n, kThreads), kThreads>>>(bodies, n, out[0]->data(), out[1]->data(), out[2]->data());
    bench::finish();
  };
  data.compare(harness, std::to_string(n) + " bodies", {run, [&] {
                 for (size_t i = 0; i < 3; i++) out[i]->fetch(data.out[i]);
               }});
  return harness.status();
}
