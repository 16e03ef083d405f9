// The value of a call on an average, by simulation. A thread computes the first point of Sobol's
// sequence of a chunk directly and the others one from the other, and all of a path on its stack.
#include "option_pricing.h"

namespace pricing {
namespace {

float payoff(const Option& o, const uint32_t* point) {
  const int64_t dates = o.dates, assets = o.assets;
  float paths[kMostAssets][kMostDates];
  for (int64_t k = 0; k < dates; k++) {
    int64_t date = o.points[3 * k], before = o.points[3 * k + 1], after = o.points[3 * k + 2];
    for (int64_t a = 0; a < assets; a++) {
      float z = inverse_normal((static_cast<float>(point[k * assets + a]) + 0.5f) / 1073741824.0f);
      float known = (before < 0 ? 0 : o.weights[3 * k] * paths[a][before]) +
                    (after == date ? 0 : o.weights[3 * k + 1] * paths[a][after]);
      paths[a][date] = known + o.weights[3 * k + 2] * z;
    }
  }
  float total = 0, growth[kMostAssets] = {};
  for (int64_t t = 0; t < dates; t++) {
    for (int64_t a = 0; a < assets; a++) {
      float z = 0;
      for (int64_t b = 0; b < assets; b++)
        z += o.correlation[a * assets + b] * (paths[b][t] - (t == 0 ? 0 : paths[b][t - 1]));
      growth[a] +=
          o.rates[a] - 0.5f * o.volatilities[a] * o.volatilities[a] + o.volatilities[a] * z;
      total += o.starts[a] * std::exp(growth[a]);
    }
  }
  return std::max(0.0f, total / static_cast<float>(dates * assets) - o.strike);
}

float price(const Option& o, int64_t chunks, int64_t length) {
  const int64_t dims = o.dates * o.assets;
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t c = 0; c < chunks; c++) {
    uint32_t point[kMostDates * kMostAssets] = {};
    int64_t first = c * length, gray = first ^ (first >> 1);
    for (int64_t d = 0; d < dims; d++) {
      for (int64_t k = 0; k < kBits; k++)
        point[d] ^= (gray >> k & 1) != 0 ? o.directions[d * kBits + k] : 0;
    }
    float total = 0;
    for (int64_t i = 0; i < length; i++) {
      total += payoff(o, point);
      int changed = std::countr_zero(static_cast<uint64_t>(first + i + 1));
      for (int64_t d = 0; d < dims; d++) point[d] ^= o.directions[d * kBits + changed];
    }
    sum += total;
  }
  return sum / static_cast<float>(chunks * length);
}

}  // namespace
}  // namespace pricing

int main(int argc, char** argv) {
  bench::Harness harness("option_pricing", argc, argv);
  pricing::Data data(harness.size(8192), 128);
  data.compare(harness,
               [&] { data.out = pricing::price(data.option(), data.chunks, data.length); });
  return harness.status();
}
