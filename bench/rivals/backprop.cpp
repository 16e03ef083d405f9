// One step of training of a neural network: sums of columns by each thread, and then all weights.
#include "backprop.h"

static void train(Backprop& data) {
  constexpr int64_t h = Backprop::h;
  const int64_t n = data.n;
  const float *__restrict units = data.units.data(), *__restrict weights = data.weights.data(),
                         *__restrict changes = data.changes.data();
  float sums[h] = {}, hidden[h];
#pragma omp parallel for reduction(+ : sums)
  for (int64_t i = 0; i < n; i++) {
    for (int64_t j = 0; j < h; j++) sums[j] += weights[i * h + j] * units[i];
  }
  float* __restrict deltas = data.deltas.data();
  data.delta_out = backprop_errors(sums, data.weights_out.data(), hidden, deltas);
  for (int64_t j = 0; j <= h; j++)
    data.new_weights_out[j] = backprop_adjust(data.weights_out[j], data.changes_out[j],
                                              data.delta_out, j == 0 ? 1 : hidden[j - 1]);
  float* __restrict out = data.new_weights.data();
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    for (int64_t j = 0; j < h; j++)
      out[i * h + j] = backprop_adjust(weights[i * h + j], changes[i * h + j], deltas[j], units[i]);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("backprop", argc, argv);
  Backprop data(harness.size(1 << 20));
  data.compare(harness, [&] { train(data); });
  return harness.status();
}
