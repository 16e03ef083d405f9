// The motion of bodies that attract each other. Coordinates are arrays of their own, so that the
// inner loop vectorises.
#include "nbody.h"

#include <cmath>

static void move(const Nbody& data) {
  const float* __restrict x = data.given[0].data();
  const float* __restrict y = data.given[1].data();
  const float* __restrict z = data.given[2].data();
  const float* __restrict masses = data.given[6].data();
#pragma omp parallel for
  for (int64_t i = 0; i < data.n; i++) {
    float fx = 0, fy = 0, fz = 0, xi = x[i], yi = y[i], zi = z[i];
#pragma omp simd reduction(+ : fx, fy, fz)
    for (int64_t j = 0; j < data.n; j++) {
      float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
      float r2 = dx * dx + dy * dy + dz * dz + Nbody::kSoftening;
      float k = masses[j] / (r2 * std::sqrt(r2));
      fx += k * dx;
      fy += k * dy;
      fz += k * dz;
    }
    constexpr float dt = Nbody::kStep;
    data.out[0][i] = xi + dt * (data.given[3][i] + dt * fx);
    data.out[1][i] = yi + dt * (data.given[4][i] + dt * fy);
    data.out[2][i] = zi + dt * (data.given[5][i] + dt * fz);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("nbody", argc, argv);
  Nbody data(harness.size(10000));
  data.compare(harness, "10^4 bodies", [&] { move(data); });
  return harness.status();
}
