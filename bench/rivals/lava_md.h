// Forces between particles in neighbouring boxes: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct LavaMd {
  LavaMd(int64_t side, int64_t per_box)
      : boxes(side * side * side),
        n(per_box),
        counts(boxes),
        neighbours(boxes * most),
        positions(bench::random_floats(boxes * n * 4, 0.1f, 1, 1)),
        charges(bench::random_floats(boxes * n, 0.1f, 1, 2)),
        forces(boxes * n * 4) {
    auto inside = [&](int64_t i) { return i >= 0 && i < side; };
    for (int64_t b = 0; b < boxes; b++) {
      for (int64_t k = 0; k < most; k++) {
        int64_t x = b / (side * side) + k / 9 - 1, y = b / side % side + k / 3 % 3 - 1,
                z = b % side + k % 3 - 1;
        if (inside(x) && inside(y) && inside(z))
          neighbours[b * most + counts[b]++] = (x * side + y) * side + z;
      }
    }
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(boxes) + " boxes, " + std::to_string(n) + " particles each",
                    rival, std::tuple(bench::array(forces.data(), boxes, n, 4)),
                    std::tuple(alpha, bench::array(counts.data(), boxes),
                               bench::array(neighbours.data(), boxes, most),
                               bench::array(positions.data(), boxes, n, 4),
                               bench::array(charges.data(), boxes, n)),
                    1e-4);
  }

  static constexpr int64_t most = 27;
  static constexpr float alpha = 0.5f, decay = 2 * alpha * alpha;
  int64_t boxes, n;
  bench::Buffer<int64_t> counts, neighbours;
  bench::Buffer<float> positions, charges, forces;
};

struct LavaParticle {
  float v, x, y, z;
};

BENCH_FUNCTION void lava_add_force(LavaParticle& sum, const LavaParticle& p, const LavaParticle& q,
                                   float charge) {
  float r2 = p.v + q.v - (p.x * q.x + p.y * q.y + p.z * q.z);
  float potential = charge * expf(-LavaMd::decay * r2), strength = 2 * potential;
  sum.v += potential;
  sum.x += strength * (p.x - q.x);
  sum.y += strength * (p.y - q.y);
  sum.z += strength * (p.z - q.z);
}
