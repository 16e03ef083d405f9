// A fluid in a box: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

// What walls do to a value beside them, at the ends of the first and the second dimension.
struct FluidWalls {
  float first, second;
};

struct Fluid {
  Fluid(int64_t n, int32_t steps)
      : n(n),
        steps(steps),
        us(bench::random_floats(n * n, -0.1f, 0.1f, 1)),
        vs(bench::random_floats(n * n, -0.1f, 0.1f, 2)),
        ds(bench::random_floats(n * n, 0, 1, 3)),
        us_out(n * n),
        vs_out(n * n),
        ds_out(n * n) {}

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    auto grid = [&](const bench::Buffer<float>& b) { return bench::array(b.data(), n, n); };
    harness.compare(
        std::to_string(n) + " x " + std::to_string(n) + ", " + std::to_string(steps) +
            " iterations",
        rival, std::tuple(grid(us_out), grid(vs_out), grid(ds_out)),
        std::tuple(int32_t{1}, steps, viscosity, diffusion, dt, grid(us), grid(vs), grid(ds)),
        1e-3);
  }

  static constexpr float viscosity = 0.00001f, diffusion = 0.00002f, dt = 0.1f;
  int64_t n;
  int32_t steps;
  bench::Buffer<float> us, vs, ds, us_out, vs_out, ds_out;
};

// A cell of a grid whose edge follows from the cells beside it.
template <class Inside>
BENCH_FUNCTION float fluid_cell(int i, int j, int n, FluidWalls walls, Inside inside) {
  bool edge_i = i == 0 || i == n - 1, edge_j = j == 0 || j == n - 1;
  float factor = edge_i   ? (edge_j ? 0.5f * (walls.first + walls.second) : walls.first)
                 : edge_j ? walls.second
                          : 1;
  int k = i < 1 ? 1 : i > n - 2 ? n - 2 : i, l = j < 1 ? 1 : j > n - 2 ? n - 2 : j;
  return factor * inside(k, l);
}

BENCH_FUNCTION float fluid_jacobi(const float* xs, const float* right, int at, int n, float a,
                                  float c) {
  return (right[at] + a * (xs[at - n] + xs[at + n] + xs[at - 1] + xs[at + 1])) / c;
}

BENCH_FUNCTION float fluid_moved(const float* us, const float* vs, const float* xs, int i, int j,
                                 int n) {
  float way = Fluid::dt * static_cast<float>(n - 2), most = static_cast<float>(n) - 1.5f;
  float y = fmaxf(0.5f, fminf(most, static_cast<float>(i) - way * us[i * n + j]));
  float x = fmaxf(0.5f, fminf(most, static_cast<float>(j) - way * vs[i * n + j]));
  int k = static_cast<int>(y), l = static_cast<int>(x), at = k * n + l;
  float down = y - static_cast<float>(k), across = x - static_cast<float>(l);
  return (1 - down) * ((1 - across) * xs[at] + across * xs[at + 1]) +
         down * ((1 - across) * xs[at + n] + across * xs[at + n + 1]);
}

// The order of work, for grids that are floats on some device: `Grids` has
//   solve(x, right, walls, a, c), where x may be the right side, too, and another grid afterwards,
//   advect(to, us, vs, xs, walls), divergence(to, us, vs), clear(x), gradient(us, vs, pressure).
template <class Grids>
void fluid_step(Grids& g, int n, float*& us, float*& vs, float*& ds, float*& p, float*& q) {
  auto diffuse = [&](float*& x, FluidWalls walls, float rate) {
    float a = Fluid::dt * rate * static_cast<float>(static_cast<int64_t>(n - 2) * (n - 2));
    g.solve(x, x, walls, a, 1 + 4 * a);
  };
  auto project = [&] {
    g.divergence(q, us, vs);
    g.clear(p);
    g.solve(p, q, {1, 1}, 1, 4);
    g.gradient(us, vs, p);
  };
  diffuse(us, {-1, 1}, Fluid::viscosity);
  diffuse(vs, {1, -1}, Fluid::viscosity);
  project();
  g.advect(p, us, vs, us, {-1, 1});
  g.advect(q, us, vs, vs, {1, -1});
  std::swap(us, p);
  std::swap(vs, q);
  project();
  diffuse(ds, {1, 1}, Fluid::diffusion);
  g.advect(p, us, vs, ds, {1, 1});
  std::swap(ds, p);
}
