// A fluid in a box. Rows of the grid are shared among threads; the edge is done apart from the inside, so that this vectorises.
#include "fluid.h"

#include <cstring>

namespace {

class Grids {
 public:
  explicit Grids(const Fluid& data)
      : n_(static_cast<int>(data.n)),
        steps_(data.steps),
        right_(data.n * data.n),
        memory_(data.n * data.n) {}

  void solve(float*& x, float* right, FluidWalls walls, float a, float c) {
    if (right == x) {
      std::memcpy(right_.data(), x, bytes());
      right = right_.data();
    }
    for (int32_t k = 0; k < steps_; k++) {
      const float* from = x;
      fill(other_, walls,
           [=, this](int i, int j) { return fluid_jacobi(from, right, i * n_ + j, n_, a, c); });
      std::swap(x, other_);
    }
  }
  void advect(float* to, const float* us, const float* vs, const float* xs, FluidWalls walls) {
    fill(to, walls, [=, this](int i, int j) { return fluid_moved(us, vs, xs, i, j, n_); });
  }
  void divergence(float* to, const float* us, const float* vs) {
    float k = -0.5f / static_cast<float>(n_ - 2);
    fill(to, {1, 1}, [=, this](int i, int j) {
      int at = i * n_ + j;
      return k * (us[at + n_] - us[at - n_] + vs[at + 1] - vs[at - 1]);
    });
  }
  void clear(float* x) { std::memset(x, 0, bytes()); }
  void gradient(float*& us, float*& vs, const float* p) {
    float k = 0.5f * static_cast<float>(n_ - 2);
    auto along = [&](float*& x, int distance, FluidWalls walls) {
      const float* from = x;
      fill(other_, walls, [=, this](int i, int j) {
        int at = i * n_ + j;
        return from[at] - k * (p[at + distance] - p[at - distance]);
      });
      std::swap(x, other_);
    };
    along(us, n_, {-1, 1});
    along(vs, 1, {1, -1});
  }

 private:
  size_t bytes() const { return static_cast<size_t>(n_) * static_cast<size_t>(n_) * sizeof(float); }

  template <class Inside>
  void fill(float* __restrict to, FluidWalls walls, Inside inside) {
#pragma omp parallel for
    for (int i = 0; i < n_; i++) {
      float* __restrict row = to + static_cast<int64_t>(i) * n_;
      int inner = std::clamp(i, 1, n_ - 2);
      float factor = i == inner ? 1 : walls.first;
      row[0] = fluid_cell(i, 0, n_, walls, inside);
#pragma omp simd
      for (int j = 1; j < n_ - 1; j++) row[j] = factor * inside(inner, j);
      row[n_ - 1] = fluid_cell(i, n_ - 1, n_, walls, inside);
    }
  }

  int n_;
  int32_t steps_;
  bench::Buffer<float> right_, memory_;
  float* other_ = memory_.data();  // changes places with grids that are computed anew
};

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("fluid", argc, argv);
  Fluid data(harness.size(512), 20);
  Grids grids(data);
  bench::Buffer<float> u(data.n * data.n), v(data.n * data.n), d(data.n * data.n),
      p(data.n * data.n), q(data.n * data.n);
  data.compare(harness, [&] {
    size_t count = static_cast<size_t>(data.n * data.n);
    std::copy_n(data.us.data(), count, u.data());
    std::copy_n(data.vs.data(), count, v.data());
    std::copy_n(data.ds.data(), count, d.data());
    float *us = u.data(), *vs = v.data(), *ds = d.data(), *ps = p.data(), *qs = q.data();
    fluid_step(grids, static_cast<int>(data.n), us, vs, ds, ps, qs);
    std::copy_n(us, count, data.us_out.data());
    std::copy_n(vs, count, data.vs_out.data());
    std::copy_n(ds, count, data.ds_out.data());
  });
  return harness.status();
}
