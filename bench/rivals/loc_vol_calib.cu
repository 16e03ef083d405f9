// Calibration of a model with random volatility. Grids of all strikes are computed at once. Systems in direction x have a thread for each y,
// and those in direction y one for each x, with the grid transposed between, so that neighbouring threads read neighbours. The
// systems in direction y are the same for all lines but for their right sides, and so are their factors.
#include "cuda.h"
#include "loc_vol_calib.h"

namespace calibration {
namespace {

constexpr int kThreads = 128, kTile = 32, kRows = 8;

struct Axes {
  const float* xs;
  const float* ys;
  const Weights* dxx;
  const Weights* dyy;
  int n, m;
};

// Grids are [strike][x][y] here, and [strike][y][x] where it says `turned`.

__device__ float half_variance(const Axes& a, int i, int j, float time) {
  return 0.5f * expf(2 * (kBeta * logf(a.xs[i]) + a.ys[j] - 0.5f * kNu * kNu * time));
}

__global__ void begin(Axes a, float* __restrict__ values, int64_t count) {
  int64_t at = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (at >= count) return;
  int64_t cells = static_cast<int64_t>(a.n) * a.m;
  float strike = 0.001f * static_cast<float>(at / cells);
  values[at] = fmaxf(0.0f, a.xs[at % cells / a.m] - strike);
}

// The variance is the same for all strikes.
__global__ void variances(Axes a, float time, float* __restrict__ variance) {
  int at = static_cast<int>(blockIdx.x) * kThreads + threadIdx.x;
  if (at < a.n * a.m) variance[at] = half_variance(a, at / a.m, at % a.m, time);
}

// And the factors of the systems in direction y: of the line before in each line, and the diagonal.
__global__ void factors_y(Axes a, float rate, float2* __restrict__ out) {
  if (threadIdx.x > 0) return;
  const float half = 0.25f * kNu * kNu;
  float diagonal = rate - half * a.dyy[0].diagonal;
  out[0] = {0, diagonal};
  for (int j = 1; j < a.m; j++) {
    float factor = -half * a.dyy[j].lower / diagonal;
    diagonal = rate - half * a.dyy[j].diagonal + factor * half * a.dyy[j - 1].upper;
    out[j] = {factor, diagonal};
  }
}

__global__ void explicit_part(Axes a, float rate, const float* __restrict__ values, const float* __restrict__ variance,
                              float* __restrict__ explicit_y, float* __restrict__ right, int64_t count) {
  int64_t at = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (at >= count) return;
  int cell = static_cast<int>(at % (static_cast<int64_t>(a.n) * a.m)), i = cell / a.m, j = cell % a.m;
  Weights x = a.dxx[i], y = a.dyy[j];
  float here = values[at];
  float in_y = 0.5f * kNu * kNu *
               (y.lower * (j > 0 ? values[at - 1] : 0) + y.diagonal * here + y.upper * (j < a.m - 1 ? values[at + 1] : 0));
  float in_x = x.lower * (i > 0 ? values[at - a.m] : 0) + x.diagonal * here + x.upper * (i < a.n - 1 ? values[at + a.m] : 0);
  explicit_y[at] = in_y;
  right[at] = rate * here + 0.5f * variance[cell] * in_x + in_y;
}

__global__ void solve_x(Axes a, float rate, const float* __restrict__ variance, float* __restrict__ right,
                        float* __restrict__ diagonals, int64_t lines) {
  int64_t line = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (line >= lines) return;
  int j = static_cast<int>(line % a.m);
  float* r = right + line / a.m * a.n * a.m + j;
  float* d = diagonals + line / a.m * a.n * a.m + j;
  const float* v = variance + j;
  float diagonal = 0, before = 0, upper = 0;
  for (int i = 0; i < a.n; i++) {
    Weights w = a.dxx[i];
    float half = 0.5f * v[i * a.m], own = rate - half * w.diagonal, value = r[i * a.m];
    if (i > 0) {
      float factor = -half * w.lower / diagonal;
      own -= factor * upper;
      value -= factor * before;
    }
    upper = -half * w.upper;
    d[i * a.m] = diagonal = own;
    r[i * a.m] = before = value;
  }
  before /= diagonal;
  r[(a.n - 1) * a.m] = before;
  for (int i = a.n - 2; i >= 0; i--) {
    before = (r[i * a.m] + 0.5f * v[i * a.m] * a.dxx[i].upper * before) / d[i * a.m];
    r[i * a.m] = before;
  }
}

// Combines two grids while it turns them.
template <class Combine>
__global__ void turn(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ to, int rows,
                     int columns, Combine combine) {
  __shared__ float tile[kTile][kTile + 1];
  int64_t grid = static_cast<int64_t>(blockIdx.z) * rows * columns;
  for (int k = threadIdx.y; k < kTile; k += kRows) {
    int i = static_cast<int>(blockIdx.y) * kTile + k, j = static_cast<int>(blockIdx.x) * kTile + threadIdx.x;
    if (i < rows && j < columns)
      tile[k][threadIdx.x] = combine(first[grid + i * columns + j], second == nullptr ? 0 : second[grid + i * columns + j]);
  }
  __syncthreads();
  for (int k = threadIdx.y; k < kTile; k += kRows) {
    int i = static_cast<int>(blockIdx.y) * kTile + threadIdx.x, j = static_cast<int>(blockIdx.x) * kTile + k;
    if (i < rows && j < columns) to[grid + j * rows + i] = tile[threadIdx.x][k];
  }
}

struct RightSide {
  float rate;
  __device__ float operator()(float value, float explicit_y) const { return rate * value - 0.5f * explicit_y; }
};
struct First {
  __device__ float operator()(float value, float) const { return value; }
};

// In a grid that is turned.
__global__ void solve_y(Axes a, const float2* __restrict__ factors, float* __restrict__ right, int64_t lines) {
  int64_t line = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (line >= lines) return;
  const float half = 0.25f * kNu * kNu;
  float* r = right + line / a.n * a.n * a.m + line % a.n;
  float before = r[0];
  for (int j = 1; j < a.m; j++) r[j * a.n] = before = r[j * a.n] - factors[j].x * before;
  before /= factors[a.m - 1].y;
  r[(a.m - 1) * a.n] = before;
  for (int j = a.m - 2; j >= 0; j--)
    r[j * a.n] = before = (r[j * a.n] + half * a.dyy[j].upper * before) / factors[j].y;
}

__global__ void end(const float* __restrict__ values, int64_t cells, int64_t at, float* __restrict__ out, int64_t strikes) {
  int64_t s = blockIdx.x * static_cast<int64_t>(kThreads) + threadIdx.x;
  if (s < strikes) out[s] = values[s * cells + at];
}

class Solver {
 public:
  Solver(const Data& data, const Model& model)
      : data_(data),
        model_(model),
        xs_(model.xs.data(), model.n),
        ys_(model.ys.data(), model.m),
        dxx_(model.dxx.data(), model.n),
        dyy_(model.dyy.data(), model.m),
        axes_{xs_.data(), ys_.data(), dxx_.data(), dyy_.data(), static_cast<int>(model.n), static_cast<int>(model.m)} {}

  void run(float* out) {
    begin<<<bench::blocks(count_, kThreads), kThreads>>>(axes_, values_.data(), count_);
    auto time = [&](int64_t i) { return kYears * static_cast<float>(i) / static_cast<float>(model_.times - 1); };
    for (int64_t i = model_.times - 2; i >= 0; i--) step(time(i), 1 / (time(i + 1) - time(i)));
    end<<<bench::blocks(data_.strikes, kThreads), kThreads>>>(values_.data(), cells_, model_.start_x * model_.m + model_.start_y,
                                                              out, data_.strikes);
    bench::finish();
  }

 private:
  void step(float time, float rate) {
    int n = axes_.n, m = axes_.m;
    auto grids = static_cast<unsigned>(data_.strikes);
    variances<<<bench::blocks(cells_, kThreads), kThreads>>>(axes_, time, variance_.data());
    factors_y<<<1, 1>>>(axes_, rate, factors_.data());
    explicit_part<<<bench::blocks(count_, kThreads), kThreads>>>(axes_, rate, values_.data(), variance_.data(), explicit_y_.data(),
                                                                 right_.data(), count_);
    solve_x<<<bench::blocks(data_.strikes * m, kThreads), kThreads>>>(axes_, rate, variance_.data(), right_.data(),
                                                                      values_.data(), data_.strikes * m);
    turn<<<dim3(bench::blocks(m, kTile), bench::blocks(n, kTile), grids), dim3(kTile, kRows)>>>(
        right_.data(), explicit_y_.data(), turned_.data(), n, m, RightSide{rate});
    solve_y<<<bench::blocks(data_.strikes * n, kThreads), kThreads>>>(axes_, factors_.data(), turned_.data(), data_.strikes * n);
    turn<<<dim3(bench::blocks(n, kTile), bench::blocks(m, kTile), grids), dim3(kTile, kRows)>>>(
        turned_.data(), nullptr, values_.data(), m, n, First{});
  }

  const Data& data_;
  const Model& model_;
  int64_t cells_ = model_.n * model_.m, count_ = data_.strikes * cells_;
  bench::DeviceBuffer<float> xs_, ys_;
  bench::DeviceBuffer<Weights> dxx_, dyy_;
  Axes axes_;
  bench::DeviceBuffer<float> values_{count_}, variance_{cells_}, explicit_y_{count_}, right_{count_}, turned_{count_};
  bench::DeviceBuffer<float2> factors_{model_.m};
};

}  // namespace
}  // namespace calibration

int main(int argc, char** argv) {
  bench::Harness harness("loc_vol_calib", argc, argv);
  calibration::Data data(harness.size(256), 256, 256, 64);
  calibration::Model model(data.n, data.m, data.times);
  calibration::Solver solver(data, model);
  bench::DeviceBuffer<float> out(data.strikes);
  data.compare(harness, {[&] { solver.run(out.data()); }, [&] { out.fetch(data.out); }});
  return harness.status();
}
