// A fluid in a box: one kernel for each of Jacobi's steps, with grids that change places, and kernels for the rest.
#include "cuda.h"
#include "fluid.h"

namespace {

constexpr int kWide = 64, kHigh = 4;

template <class Inside>
__global__ void fill(float* __restrict__ to, int n, FluidWalls walls, Inside inside) {
  int i = static_cast<int>(blockIdx.y) * kHigh + threadIdx.y, j = static_cast<int>(blockIdx.x) * kWide + threadIdx.x;
  if (i < n && j < n) to[i * n + j] = fluid_cell(i, j, n, walls, inside);
}

struct Jacobi {
  const float *xs, *right;
  int n;
  float a, c;
  __device__ float operator()(int i, int j) const { return fluid_jacobi(xs, right, i * n + j, n, a, c); }
};

struct Moved {
  const float *us, *vs, *xs;
  int n;
  __device__ float operator()(int i, int j) const { return fluid_moved(us, vs, xs, i, j, n); }
};

struct Divergence {
  const float *us, *vs;
  int n;
  float k;
  __device__ float operator()(int i, int j) const {
    int at = i * n + j;
    return k * (us[at + n] - us[at - n] + vs[at + 1] - vs[at - 1]);
  }
};

struct Gradient {
  const float *from, *p;
  int n, distance;
  float k;
  __device__ float operator()(int i, int j) const {
    int at = i * n + j;
    return from[at] - k * (p[at + distance] - p[at - distance]);
  }
};

class Grids {
 public:
  explicit Grids(const Fluid& data)
      : n_(static_cast<int>(data.n)), steps_(data.steps), right_(data.n * data.n), memory_(data.n * data.n) {}

  void solve(float*& x, float* right, FluidWalls walls, float a, float c) {
    if (right == x) {
      bench::check(cudaMemcpyAsync(right_.data(), x, right_.bytes(), cudaMemcpyDeviceToDevice));
      right = right_.data();
    }
    for (int32_t k = 0; k < steps_; k++) {
      launch(other_, walls, Jacobi{x, right, n_, a, c});
      std::swap(x, other_);
    }
  }
  void advect(float* to, const float* us, const float* vs, const float* xs, FluidWalls walls) {
    launch(to, walls, Moved{us, vs, xs, n_});
  }
  void divergence(float* to, const float* us, const float* vs) {
    launch(to, {1, 1}, Divergence{us, vs, n_, -0.5f / static_cast<float>(n_ - 2)});
  }
  void clear(float* x) { bench::check(cudaMemsetAsync(x, 0, right_.bytes())); }
  void gradient(float*& us, float*& vs, const float* p) {
    float k = 0.5f * static_cast<float>(n_ - 2);
    launch(other_, {-1, 1}, Gradient{us, p, n_, n_, k});
    std::swap(us, other_);
    launch(other_, {1, -1}, Gradient{vs, p, n_, 1, k});
    std::swap(vs, other_);
  }

 private:
  template <class Inside>
  void launch(float* to, FluidWalls walls, Inside inside) {
    dim3 grid(bench::blocks(n_, kWide), bench::blocks(n_, kHigh));
    fill<<<grid, dim3(kWide, kHigh)>>>(to, n_, walls, inside);
  }

  int n_;
  int32_t steps_;
  bench::DeviceBuffer<float> right_, memory_;
  float* other_ = memory_.data();  // changes places with grids that are computed anew
};

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("fluid", argc, argv);
  Fluid data(harness.size(3000), 20);
  int64_t cells = data.n * data.n;
  Grids grids(data);
  bench::DeviceBuffer<float> us_in(data.us), vs_in(data.vs), ds_in(data.ds), a(cells), b(cells), c(cells), d(cells), e(cells);
  float *us = a.data(), *vs = b.data(), *ds = c.data(), *p = d.data(), *q = e.data();
  auto run = [&] {
    bench::check(cudaMemcpyAsync(us, us_in.data(), a.bytes(), cudaMemcpyDeviceToDevice));
    bench::check(cudaMemcpyAsync(vs, vs_in.data(), a.bytes(), cudaMemcpyDeviceToDevice));
    bench::check(cudaMemcpyAsync(ds, ds_in.data(), a.bytes(), cudaMemcpyDeviceToDevice));
    fluid_step(grids, static_cast<int>(data.n), us, vs, ds, p, q);
    bench::finish();
  };
  auto fetch = [&] {
    bench::check(cudaMemcpy(data.us_out.data(), us, a.bytes(), cudaMemcpyDeviceToHost));
    bench::check(cudaMemcpy(data.vs_out.data(), vs, a.bytes(), cudaMemcpyDeviceToHost));
    bench::check(cudaMemcpy(data.ds_out.data(), ds, a.bytes(), cudaMemcpyDeviceToHost));
  };
  data.compare(harness, {run, fetch});
  return harness.status();
}
