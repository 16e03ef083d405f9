// The motion of bodies that attract each other: what the rivals in C++ and CUDA share.
#pragma once

#include "harness.h"

struct Nbody {
  explicit Nbody(int64_t bodies) : n(bodies) {
    for (uint32_t seed = 1; seed <= 7; seed++) given.push_back(bench::random_floats(n, 0, 1, seed));
    for (int i = 0; i < 3; i++) out.emplace_back(n);
  }

  void compare(bench::Harness& harness, const std::string& dataset, const bench::Rival& rival) {
    auto in = [&](size_t i) { return bench::array(given[i].data(), n); };
    auto result = [&](size_t i) { return bench::array(out[i].data(), n); };
    harness.compare(dataset, rival, std::tuple(result(0), result(1), result(2)),
                    std::tuple(int32_t{1}, kStep, in(0), in(1), in(2), in(3), in(4), in(5), in(6)),
                    1e-3, {.flops = 20 * static_cast<double>(n) * static_cast<double>(n)});
  }

  static constexpr float kStep = 0.1f, kSoftening = 1e-9f;
  int64_t n;
  std::vector<bench::Buffer<float>> given;  // positions, speeds and masses
  std::vector<bench::Buffer<float>> out;    // positions
};
