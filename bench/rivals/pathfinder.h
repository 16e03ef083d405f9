// The cheapest ways down a grid: what the rivals in C++ and CUDA share.
#pragma once

#include "harness.h"

struct Pathfinder {
  Pathfinder(int64_t rows, int64_t columns)
      : n(rows), m(columns), costs(bench::random_integers(rows * columns, 10)), best(columns) {}

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(n) + " x " + std::to_string(m), rival,
                    std::tuple(bench::array(best.data(), m)),
                    std::tuple(bench::array(costs.data(), n, m)), 0);
  }

  int64_t n, m;
  bench::Buffer<int32_t> costs;
  bench::Buffer<int32_t> best;
};
