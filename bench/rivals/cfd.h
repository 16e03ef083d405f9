// The flow of a gas around a body: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct CfdVector {
  float x, y, z;
};

struct CfdState {
  float density;
  CfdVector momentum;
  float energy;
};

BENCH_FUNCTION float cfd_dot(CfdVector a, CfdVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

BENCH_FUNCTION CfdState cfd_far_state() {
  float density = 1.4f, speed = 1.2f * sqrtf(1.4f / density);
  return {density, {density * speed, 0, 0}, 1 / (1.4f - 1) + 0.5f * density * speed * speed};
}

// A state with what follows from it.
struct CfdCell {
  CfdState s;
  CfdVector velocity;
  float pressure, fastest;  // the speed of the gas and of sound in it together

  BENCH_FUNCTION explicit CfdCell(const CfdState& state) : s(state) {
    float inverse = 1 / s.density;
    velocity = {inverse * s.momentum.x, inverse * s.momentum.y, inverse * s.momentum.z};
    float square = cfd_dot(velocity, velocity);
    pressure = (1.4f - 1) * (s.energy - 0.5f * s.density * square);
    fastest = sqrtf(square) + sqrtf(1.4f * pressure * inverse);
  }

  // Adds a part of what flows through a face.
  BENCH_FUNCTION void add_flow(CfdState& sum, CfdVector normal, float part) const {
    float through = part * cfd_dot(velocity, normal), p = part * pressure;
    sum.density += part * cfd_dot(s.momentum, normal);
    sum.momentum.x += through * s.momentum.x + p * normal.x;
    sum.momentum.y += through * s.momentum.y + p * normal.y;
    sum.momentum.z += through * s.momentum.z + p * normal.z;
    sum.energy += (s.energy + pressure) * through;
  }
};

// Through all four faces of a cell.
template <class Neighbour, class Normal, class State>
BENCH_FUNCTION CfdState cfd_flux(const CfdCell& own, Neighbour neighbour, Normal normal,
                                 State state) {
  CfdState sum = {0, {0, 0, 0}, 0};
  for (int k = 0; k < 4; k++) {
    int32_t other = neighbour(k);
    CfdVector face = normal(k);
    if (other >= 0) {
      CfdCell near(state(other));
      float damping = 0.5f * 0.2f * sqrtf(cfd_dot(face, face)) * (own.fastest + near.fastest);
      sum.density += damping * (own.s.density - near.s.density);
      sum.momentum.x += damping * (own.s.momentum.x - near.s.momentum.x);
      sum.momentum.y += damping * (own.s.momentum.y - near.s.momentum.y);
      sum.momentum.z += damping * (own.s.momentum.z - near.s.momentum.z);
      sum.energy += damping * (own.s.energy - near.s.energy);
      own.add_flow(sum, face, 0.5f);
      near.add_flow(sum, face, 0.5f);
    } else if (other == -1) {
      sum.momentum.x += own.pressure * face.x;
      sum.momentum.y += own.pressure * face.y;
      sum.momentum.z += own.pressure * face.z;
    } else {
      own.add_flow(sum, face, 0.5f);
      CfdCell(cfd_far_state()).add_flow(sum, face, 0.5f);
    }
  }
  return sum;
}

BENCH_FUNCTION CfdState cfd_moved(const CfdState& s, float k, const CfdState& flux) {
  return {s.density + k * flux.density,
          {s.momentum.x + k * flux.momentum.x, s.momentum.y + k * flux.momentum.y,
           s.momentum.z + k * flux.momentum.z},
          s.energy + k * flux.energy};
}

// Cells in a rectangle over a wall, which the gas streams along, and a region of higher density.
struct Cfd {
  Cfd(int64_t width, int64_t height, int32_t steps)
      : n(width * height),
        steps(steps),
        areas(bench::random_floats(n, 0.9f, 1.1f)),
        neighbours(n * 4),
        normals(n * 12),
        starts(n * 5),
        out(n * 5) {
    for (int64_t c = 0; c < n; c++) {
      int64_t i = c / width, j = c % width;
      auto set = [&](int64_t k, bool edge, int32_t beyond, int64_t other, CfdVector normal) {
        neighbours[c * 4 + k] = edge ? beyond : static_cast<int32_t>(other);
        normals[(c * 4 + k) * 3] = normal.x;
        normals[(c * 4 + k) * 3 + 1] = normal.y;
        normals[(c * 4 + k) * 3 + 2] = normal.z;
      };
      set(0, j == 0, -2, c - 1, {-0.8f, 0, -0.6f});
      set(1, j == width - 1, -2, c + 1, {0.8f, 0, 0.6f});
      set(2, i == 0, -1, c - width, {0, -1, 0});
      set(3, i == height - 1, -2, c + width, {0, 1, 0});
      float x = static_cast<float>(j) / static_cast<float>(width) - 0.3f,
            y = static_cast<float>(i) / static_cast<float>(height) - 0.3f;
      float k = 1 + 0.2f / (1 + 40 * (x * x + y * y));
      CfdState s = cfd_far_state();
      float* start = starts.data() + c * 5;
      start[0] = k * s.density;
      start[1] = k * s.momentum.x;
      start[2] = start[3] = 0;
      start[4] = k * s.energy;
    }
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(
        std::to_string(n) + " cells, " + std::to_string(steps) + " steps", rival,
        std::tuple(bench::array(out.data(), n, 5)),
        std::tuple(steps, bench::array(areas.data(), n), bench::array(neighbours.data(), n, 4),
                   bench::array(normals.data(), n, 4, 3), bench::array(starts.data(), n, 5)),
        1e-3);
  }

  static constexpr int kStages = 3;
  int64_t n;
  int32_t steps;
  bench::Buffer<float> areas;
  bench::Buffer<int32_t> neighbours;
  bench::Buffer<float> normals, starts, out;
};
