// Calibration of magnetic resonance images: what the rivals in C++ and CUDA share.
#pragma once

#include "harness.h"

struct MriQ {
  MriQ(int64_t samples, int64_t points) : k(samples), n(points), real_out(n), imaginary_out(n) {
    for (uint32_t i = 0; i < 3; i++) {
      frequencies.push_back(bench::random_floats(k, -0.5f, 0.5f, i + 1));
      places.push_back(bench::random_floats(n, 0, 16, i + 4));
    }
    for (uint32_t i = 0; i < 2; i++) signal.push_back(bench::random_floats(k, -1, 1, i + 7));
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    auto at = [&](const bench::Buffer<float>& b) { return bench::array(b.data(), b.count()); };
    harness.compare(
        std::to_string(n) + " points, " + std::to_string(k) + " samples", rival,
        std::tuple(at(real_out), at(imaginary_out)),
        std::tuple(at(frequencies[0]), at(frequencies[1]), at(frequencies[2]), at(signal[0]),
                   at(signal[1]), at(places[0]), at(places[1]), at(places[2])),
        1e-3);
  }

  int64_t k, n;
  std::vector<bench::Buffer<float>> frequencies, places, signal;
  bench::Buffer<float> real_out, imaginary_out;
};
