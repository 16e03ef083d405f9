// Calibration of a model with random volatility, by alternating directions. Strikes are
// independent, and each has a grid of its own, in which y runs fastest; systems in direction x are
// solved for all y at once, which vectorises.
#include "loc_vol_calib.h"

#include "vector_math.h"

namespace calibration {
namespace {

class Solver {
 public:
  explicit Solver(const Model& model)
      : model_(model),
        values_(cells()),
        variances_(cells()),
        explicit_y_(cells()),
        right_(cells()),
        diagonal_(cells()),
        line_(static_cast<size_t>(model.m)) {}

  float value(float strike) {
    const int64_t n = model_.n, m = model_.m;
    for (int64_t i = 0; i < n; i++) {
      for (int64_t j = 0; j < m; j++)
        values_[at(i, j)] = std::max(0.0f, model_.xs[size_t(i)] - strike);
    }
    auto time = [&](int64_t i) {
      return kYears * static_cast<float>(i) / static_cast<float>(model_.times - 1);
    };
    for (int64_t i = model_.times - 2; i >= 0; i--) step(time(i), 1 / (time(i + 1) - time(i)));
    return values_[at(model_.start_x, model_.start_y)];
  }

 private:
  size_t cells() const { return static_cast<size_t>(model_.n * model_.m); }
  size_t at(int64_t i, int64_t j) const { return static_cast<size_t>(i * model_.m + j); }

  void step(float time, float rate) {
    explicit_part(time, rate);
    solve_x(rate);
    solve_y(rate);
  }

  void explicit_part(float time, float rate) {
    const int64_t n = model_.n, m = model_.m;
    const float variance_y = kNu * kNu;
    const float* ys = model_.ys.data();
    for (int64_t i = 0; i < n; i++) {
      const Weights w = model_.dxx[static_cast<size_t>(i)];
      const float log_x = logf(model_.xs[static_cast<size_t>(i)]);
      const float* __restrict row = &values_[at(i, 0)];
      const float* __restrict before = i > 0 ? row - m : row;
      const float* __restrict after = i < n - 1 ? row + m : row;
      float* __restrict variance = &variances_[at(i, 0)];
      float* __restrict in_y = &explicit_y_[at(i, 0)];
      float* __restrict right = &right_[at(i, 0)];
      const Weights* dyy = model_.dyy.data();
      in_y[0] = in_y[m - 1] = 0;
      for (int64_t j = 1; j < m - 1; j++)
        in_y[j] =
            0.5f * variance_y *
            (dyy[j].lower * row[j - 1] + dyy[j].diagonal * row[j] + dyy[j].upper * row[j + 1]);
#pragma omp simd
      for (int64_t j = 0; j < m; j++) {
        variance[j] = 0.5f * expf(2 * (kBeta * log_x + ys[j] - 0.5f * kNu * kNu * time));
        right[j] =
            rate * row[j] +
            0.5f * variance[j] * (w.lower * before[j] + w.diagonal * row[j] + w.upper * after[j]) +
            in_y[j];
      }
    }
  }

  void solve_x(float rate) {
    const int64_t n = model_.n, m = model_.m;
    const float* __restrict variance = variances_.data();
    float* __restrict diagonal = diagonal_.data();
    float* __restrict right = right_.data();
    for (int64_t i = 0; i < n; i++) {
      const Weights w = model_.dxx[static_cast<size_t>(i)];
      const float upper = i > 0 ? model_.dxx[static_cast<size_t>(i) - 1].upper : 0;
#pragma omp simd
      for (int64_t j = 0; j < m; j++) {
        float d = rate - 0.5f * variance[i * m + j] * w.diagonal;
        if (i > 0) {
          float factor = -0.5f * variance[i * m + j] * w.lower / diagonal[(i - 1) * m + j];
          d -= factor * (-0.5f * variance[(i - 1) * m + j] * upper);
          right[i * m + j] -= factor * right[(i - 1) * m + j];
        }
        diagonal[i * m + j] = d;
      }
    }
    for (int64_t j = 0; j < m; j++) right[(n - 1) * m + j] /= diagonal[(n - 1) * m + j];
    for (int64_t i = n - 2; i >= 0; i--) {
      const float upper = model_.dxx[static_cast<size_t>(i)].upper;
#pragma omp simd
      for (int64_t j = 0; j < m; j++)
        right[i * m + j] =
            (right[i * m + j] + 0.5f * variance[i * m + j] * upper * right[(i + 1) * m + j]) /
            diagonal[i * m + j];
    }
  }

  void solve_y(float rate) {
    const int64_t n = model_.n, m = model_.m;
    const float half = 0.25f * kNu * kNu;
    const Weights* dyy = model_.dyy.data();
    for (int64_t i = 0; i < n; i++) {
      float* __restrict diagonal = line_.data();
      float* __restrict out = &values_[at(i, 0)];
#pragma omp simd
      for (int64_t j = 0; j < m; j++)
        out[j] = rate * right_[at(i, j)] - 0.5f * explicit_y_[at(i, j)];
      diagonal[0] = rate - half * dyy[0].diagonal;
      for (int64_t j = 1; j < m; j++) {
        float factor = -half * dyy[j].lower / diagonal[j - 1];
        diagonal[j] = rate - half * dyy[j].diagonal + factor * half * dyy[j - 1].upper;
        out[j] -= factor * out[j - 1];
      }
      out[m - 1] /= diagonal[m - 1];
      for (int64_t j = m - 2; j >= 0; j--)
        out[j] = (out[j] + half * dyy[j].upper * out[j + 1]) / diagonal[j];
    }
  }

  const Model& model_;
  std::vector<float> values_, variances_, explicit_y_, right_, diagonal_, line_;
};

void calibrate(int64_t strikes, int64_t n, int64_t m, int64_t times, float* out) {
  Model model(n, m, times);
#pragma omp parallel
  {
    Solver solver(model);
#pragma omp for schedule(dynamic)
    for (int64_t i = 0; i < strikes; i++) out[i] = solver.value(0.001f * static_cast<float>(i));
  }
}

}  // namespace
}  // namespace calibration

int main(int argc, char** argv) {
  bench::Harness harness("loc_vol_calib", argc, argv);
  calibration::Data data(harness.size(64), 128, 64, 64);
  data.compare(harness, [&] {
    calibration::calibrate(data.strikes, data.n, data.m, data.times, data.out.data());
  });
  return harness.status();
}
