// Fourier transforms of signals of different lengths. Each is the usual loop over blocks after the
// elements were put in bit-reversed order, with the points of the unit circle from a table; threads
// take signals as they come.
#include "harness.h"
#include "rows.h"

static void transform(const float* re, const float* im, int64_t n, const float* cosines,
                      const float* sines, int64_t table, float* __restrict out_re,
                      float* __restrict out_im) {
  for (int64_t i = 0, j = 0; i < n; i++) {
    out_re[j] = re[i];
    out_im[j] = im[i];
    int64_t bit = n / 2;
    for (; bit > 0 && (j & bit) != 0; bit /= 2) j ^= bit;
    j |= bit;
  }
  for (int64_t half = 1; half < n; half *= 2) {
    int64_t step = table / (2 * half);
    for (int64_t block = 0; block < n; block += 2 * half) {
      float *low_re = out_re + block, *low_im = out_im + block;
      float *high_re = low_re + half, *high_im = low_im + half;
      for (int64_t k = 0; k < half; k++) {
        float c = cosines[k * step], s = sines[k * step];
        float x = high_re[k] * c - high_im[k] * s, y = high_re[k] * s + high_im[k] * c;
        high_re[k] = low_re[k] - x;
        high_im[k] = low_im[k] - y;
        low_re[k] += x;
        low_im[k] += y;
      }
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("fft_rows", argc, argv);
  constexpr int64_t kLongest = 2048;
  // From 16 to 2048.
  std::vector<int64_t> lengths(static_cast<size_t>(harness.size(8000)));
  for (size_t i = 0; i < lengths.size(); i++) lengths[i] = int64_t{16} << (i % 8);
  bench::Rows rows(std::move(lengths));
  int64_t n = rows.count(), m = rows.elements();
  auto re = bench::random_sixteenths(m, 1), im = bench::random_sixteenths(m, 2);
  bench::Buffer<float> out_re(m), out_im(m), cosines(kLongest), sines(kLongest);
  for (int64_t k = 0; k < kLongest; k++) {
    double angle = -2 * M_PI * static_cast<double>(k) / static_cast<double>(kLongest);
    cosines[k] = static_cast<float>(std::cos(angle));
    sines[k] = static_cast<float>(std::sin(angle));
  }
  auto rival = [&] {
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t i = 0; i < n; i++) {
      int64_t at = rows.offsets[static_cast<size_t>(i)];
      transform(re.data() + at, im.data() + at, rows.lengths[static_cast<size_t>(i)],
                cosines.data(), sines.data(), kLongest, out_re.data() + at, out_im.data() + at);
    }
  };
  harness.compare("8000 signals of 16 to 2048", rival,
                  std::tuple(bench::array(out_re.data(), m), bench::array(out_im.data(), m)),
                  std::tuple(bench::array(rows.lengths.data(), n), bench::array(re.data(), m),
                             bench::array(im.data(), m)),
                  1e-4, {.bytes = 16.0 * static_cast<double>(m)});
  return harness.status();
}
