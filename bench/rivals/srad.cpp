// Speckle-reducing diffusion. The sums of the next step are taken while the image is written.
#include "srad.h"

#include "vector_math.h"

namespace {

struct Sums {
  float sum = 0, squares = 0;
};

class Diffusion {
 public:
  explicit Diffusion(const Srad& data)
      : data_(data), image_(data.n * data.m), c_(data.n * data.m) {}

  void run() {
    const int64_t n = data_.n, m = data_.m;
    float sum = 0, squares = 0;
#pragma omp parallel for simd reduction(+ : sum, squares)
    for (int64_t i = 0; i < n * m; i++) {
      float v = expf(data_.image[i] / 255);
      image_[i] = v;
      sum += v;
      squares += v * v;
    }
    Sums sums{sum, squares};
    for (int32_t k = 0; k < data_.steps; k++) {
      coefficients(srad_noise(sums.sum, sums.squares, static_cast<float>(n * m)));
      sums = update();
    }
#pragma omp parallel for simd
    for (int64_t i = 0; i < n * m; i++) data_.out[i] = 255 * logf(image_[i]);
  }

 private:
  void coefficients(float noise) {
    const int64_t n = data_.n, m = data_.m;
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
      const float* __restrict row = image_.data() + i * m;
      const float* __restrict above = i > 0 ? row - m : row;
      const float* __restrict below = i < n - 1 ? row + m : row;
      float* __restrict c = c_.data() + i * m;
      auto cell = [&](int64_t j, int64_t left, int64_t right) {
        return srad_coefficient(row[j], above[j] - row[j], below[j] - row[j], row[left] - row[j],
                                row[right] - row[j], noise);
      };
      c[0] = cell(0, 0, 1);
#pragma omp simd
      for (int64_t j = 1; j < m - 1; j++) c[j] = cell(j, j - 1, j + 1);
      c[m - 1] = cell(m - 1, m - 2, m - 1);
    }
  }

  // Into a second image, and takes the sums of it.
  Sums update() {
    const int64_t n = data_.n, m = data_.m;
    float sum = 0, squares = 0;
#pragma omp parallel for reduction(+ : sum, squares)
    for (int64_t i = 0; i < n; i++) {
      const float* __restrict row = image_.data() + i * m;
      const float* __restrict above = i > 0 ? row - m : row;
      const float* __restrict below = i < n - 1 ? row + m : row;
      const float* __restrict c = c_.data() + i * m;
      const float* __restrict c_below = i < n - 1 ? c + m : c;
      float* __restrict out = next_.data() + i * m;
      auto cell = [&](int64_t j, int64_t left, int64_t right) {
        return row[j] + 0.25f * Srad::lambda *
                            (c[j] * (above[j] - row[j]) + c_below[j] * (below[j] - row[j]) +
                             c[j] * (row[left] - row[j]) + c[right] * (row[right] - row[j]));
      };
      out[0] = cell(0, 0, 1);
#pragma omp simd
      for (int64_t j = 1; j < m - 1; j++) out[j] = cell(j, j - 1, j + 1);
      out[m - 1] = cell(m - 1, m - 2, m - 1);
#pragma omp simd reduction(+ : sum, squares)
      for (int64_t j = 0; j < m; j++) {
        sum += out[j];
        squares += out[j] * out[j];
      }
    }
    std::swap(image_, next_);
    return {sum, squares};
  }

  const Srad& data_;
  bench::Buffer<float> image_, c_, next_{data_.n * data_.m};
};

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("srad", argc, argv);
  Srad data(harness.size(502, 2), 458, 100);
  Diffusion diffusion(data);
  data.compare(harness, [&] { diffusion.run(); });
  return harness.status();
}
