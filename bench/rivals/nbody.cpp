// The motion of bodies that attract each other. Coordinates are arrays of their own, so that the
// inner loop vectorises.
#include <cmath>

#include "harness.h"

namespace {

struct Bodies {
  explicit Bodies(int64_t n) : x(n), y(n), z(n) {}
  bench::Buffer<float> x, y, z;
};

void accelerate(const Bodies& positions, const Bodies& speeds, const float* __restrict masses,
                float dt, int64_t n) {
  const float* __restrict x = positions.x.data();
  const float* __restrict y = positions.y.data();
  const float* __restrict z = positions.z.data();
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    float fx = 0, fy = 0, fz = 0, xi = x[i], yi = y[i], zi = z[i];
#pragma omp simd reduction(+ : fx, fy, fz)
    for (int64_t j = 0; j < n; j++) {
      float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
      float r2 = dx * dx + dy * dy + dz * dz + 1e-9f;
      float k = masses[j] / (r2 * std::sqrt(r2));
      fx += k * dx;
      fy += k * dy;
      fz += k * dz;
    }
    speeds.x[i] += dt * fx;
    speeds.y[i] += dt * fy;
    speeds.z[i] += dt * fz;
  }
}

void move(const Bodies& positions, const Bodies& speeds, float dt, int64_t n) {
#pragma omp parallel for simd
  for (int64_t i = 0; i < n; i++) {
    positions.x[i] += dt * speeds.x[i];
    positions.y[i] += dt * speeds.y[i];
    positions.z[i] += dt * speeds.z[i];
  }
}

void fill(Bodies& to, const std::vector<bench::Buffer<float>>& from, size_t first, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    to.x[i] = from[first][i];
    to.y[i] = from[first + 1][i];
    to.z[i] = from[first + 2][i];
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("nbody", argc, argv);
  int64_t n = harness.size(10000);
  std::vector<bench::Buffer<float>> given;
  for (uint32_t seed = 1; seed <= 7; seed++) given.push_back(bench::random_floats(n, 0, 1, seed));
  auto in = [&](size_t i) { return bench::array(given[i].data(), n); };
  Bodies positions(n), speeds(n);
  auto square = static_cast<double>(n) * static_cast<double>(n);
  auto rival = [&] {
    fill(positions, given, 0, n);
    fill(speeds, given, 3, n);
    accelerate(positions, speeds, given[6].data(), 0.1f, n);
    move(positions, speeds, 0.1f, n);
  };
  harness.compare(
      "10^4 bodies", rival,
      std::tuple(bench::array(positions.x.data(), n), bench::array(positions.y.data(), n),
                 bench::array(positions.z.data(), n)),
      std::tuple(int32_t{1}, 0.1f, in(0), in(1), in(2), in(3), in(4), in(5), in(6)), 1e-3,
      {.flops = 20 * square});
  return harness.status();
}
