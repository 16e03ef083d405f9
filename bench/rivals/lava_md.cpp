// Forces between particles in neighbouring boxes. Coordinates of all boxes are arrays of their own, so that the inner loop vectorises.
#include "lava_md.h"

#include "vector_math.h"

static void forces(const LavaMd& data, std::vector<std::vector<float>>& parts) {
  const int64_t n = data.n;
  for (int64_t i = 0; i < data.boxes * n; i++) {
    for (size_t c = 0; c < 4; c++)
      parts[c][static_cast<size_t>(i)] = data.positions[i * 4 + static_cast<int64_t>(c)];
  }
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t b = 0; b < data.boxes; b++) {
    for (int64_t i = 0; i < n; i++) {
      const float* own = data.positions.data() + (b * n + i) * 4;
      float pv = own[0], px = own[1], py = own[2], pz = own[3], v = 0, x = 0, y = 0, z = 0;
      for (int64_t k = 0; k < data.counts[b]; k++) {
        int64_t first = data.neighbours[b * LavaMd::most + k] * n;
        const float *qv = &parts[0][static_cast<size_t>(first)],
                    *qx = &parts[1][static_cast<size_t>(first)],
                    *qy = &parts[2][static_cast<size_t>(first)],
                    *qz = &parts[3][static_cast<size_t>(first)],
                    *charges = data.charges.data() + first;
#pragma omp simd reduction(+ : v, x, y, z)
        for (int64_t j = 0; j < n; j++) {
          float r2 = pv + qv[j] - (px * qx[j] + py * qy[j] + pz * qz[j]);
          float potential = charges[j] * expf(-LavaMd::decay * r2), strength = 2 * potential;
          v += potential;
          x += strength * (px - qx[j]);
          y += strength * (py - qy[j]);
          z += strength * (pz - qz[j]);
        }
      }
      float* out = data.forces.data() + (b * n + i) * 4;
      out[0] = v;
      out[1] = x;
      out[2] = y;
      out[3] = z;
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("lava_md", argc, argv);
  LavaMd data(harness.size(5), 100);
  std::vector<std::vector<float>> parts(
      4, std::vector<float>(static_cast<size_t>(data.boxes * data.n)));
  data.compare(harness, [&] { forces(data, parts); });
  return harness.status();
}
