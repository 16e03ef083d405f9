// One step of training of a neural network: what the rivals in C++ and CUDA share.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct Backprop {
  explicit Backprop(int64_t inputs)
      : n(inputs + 1),
        units(bench::random_floats(n, 0, 1, 1)),
        weights(bench::random_floats(n * h, -0.002f, 0.002f, 2)),
        changes(bench::random_floats(n * h, -0.002f, 0.002f, 3)),
        weights_out(bench::random_floats(h + 1, -0.5f, 0.5f, 4)),
        changes_out(bench::random_floats(h + 1, -0.01f, 0.01f, 5)),
        deltas(h),
        new_weights(n * h),
        new_weights_out(h + 1) {
    units[0] = 1;
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(
        std::to_string(n - 1) + " inputs, 16 hidden units", rival,
        std::tuple(&delta_out, bench::array(deltas.data(), h),
                   bench::array(new_weights.data(), n, h),
                   bench::array(new_weights_out.data(), h + 1)),
        std::tuple(bench::array(units.data(), n), target, bench::array(weights.data(), n, h),
                   bench::array(weights_out.data(), h + 1), bench::array(changes.data(), n, h),
                   bench::array(changes_out.data(), h + 1)),
        1e-3, {.bytes = 16.0 * static_cast<double>(n * h)});
  }

  static constexpr int64_t h = 16;
  static constexpr float target = 0.1f;
  int64_t n;
  bench::Buffer<float> units, weights, changes, weights_out, changes_out;
  float delta_out = 0;
  bench::Buffer<float> deltas, new_weights, new_weights_out;
};

BENCH_FUNCTION float backprop_squash(float x) { return 1 / (1 + expf(-x)); }
BENCH_FUNCTION float backprop_adjust(float weight, float change, float delta, float unit) {
  return weight + 0.3f * delta * unit + 0.3f * change;
}
// What the layers give, from the sums of the hidden units: the error at the end and at the hidden units.
BENCH_FUNCTION float backprop_errors(const float* sums, const float* weights_out, float* hidden,
                                     float* deltas) {
  float out = weights_out[0];
  for (int j = 0; j < Backprop::h; j++) {
    hidden[j] = backprop_squash(sums[j]);
    out += weights_out[j + 1] * hidden[j];
  }
  out = backprop_squash(out);
  float delta_out = out * (1 - out) * (Backprop::target - out);
  for (int j = 0; j < Backprop::h; j++)
    deltas[j] = hidden[j] * (1 - hidden[j]) * (delta_out * weights_out[j + 1]);
  return delta_out;
}
