// A quasicrystal: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct Crystal {
  Crystal(int64_t size, int64_t degree) : size(size), degree(degree), image(size * size) {}

  // Sums of cosines may fall on the other side of the border of a step: one step of each colour.
  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(size) + " x " + std::to_string(size) + ", " +
                        std::to_string(degree) + " waves",
                    rival, std::tuple(bench::array(image.data(), size, size)),
                    std::tuple(size, scale, degree, time), 0.0045);
  }

  static constexpr float scale = 30, time = 0, pi = 3.14159265358979f;
  int64_t size, degree;
  bench::Buffer<int32_t> image;
};

BENCH_FUNCTION int32_t crystal_colour(float sum) {
  float whole = floorf(sum), rest = sum - whole;
  auto part =
      static_cast<int32_t>(255 * ((static_cast<int32_t>(whole) & 1) == 1 ? 1 - rest : rest));
  return part << 16 | part << 8 | 255;
}

BENCH_FUNCTION float crystal_place(int64_t i, int64_t size) {
  return (static_cast<float>(i) / static_cast<float>(size) - 0.5f) * 2 * Crystal::pi *
         Crystal::scale;
}
