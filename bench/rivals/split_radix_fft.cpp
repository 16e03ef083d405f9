// Split-radix transforms by recursion with strides, and the points of the unit circle from a table;
// columns are turned to rows and back. Threads take rows as they come.
#include <complex>

#include "harness.h"

namespace {

using Complex = std::complex<double>;

constexpr int64_t kSide = 256;

Complex product(Complex x, Complex y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

void transform(const Complex* in, int64_t stride, Complex* out, int64_t n, const Complex* circle) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  if (n == 2) {
    out[0] = in[0] + in[stride];
    out[1] = in[0] - in[stride];
    return;
  }
  int64_t half = n / 2, quarter = n / 4, step = kSide / n;
  transform(in, 2 * stride, out, half, circle);
  transform(in + stride, 4 * stride, out + half, quarter, circle);
  transform(in + 3 * stride, 4 * stride, out + half + quarter, quarter, circle);
  for (int64_t k = 0; k < quarter; k++) {
    Complex first = product(circle[k * step], out[half + k]);
    Complex third = product(circle[3 * k * step], out[half + quarter + k]);
    Complex sum = first + third, difference = first - third,
            turned(-difference.imag(), difference.real());
    Complex low = out[k], high = out[quarter + k];
    out[k] = low + sum;
    out[quarter + k] = high - turned;
    out[half + k] = low - sum;
    out[half + quarter + k] = high + turned;
  }
}

void transpose(const Complex* in, Complex* out) {
  constexpr int64_t kTile = 16;
  for (int64_t row = 0; row < kSide; row += kTile) {
    for (int64_t column = 0; column < kSide; column += kTile) {
      for (int64_t i = row; i < row + kTile; i++) {
        for (int64_t j = column; j < column + kTile; j++) out[j * kSide + i] = in[i * kSide + j];
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("split_radix_fft", argc, argv);
  constexpr int64_t kPixels = kSide * kSide;
  int64_t images = harness.size(16), n = images * kPixels;
  auto random_re = bench::random_sixteenths(n, 1), random_im = bench::random_sixteenths(n, 2);
  bench::Buffer<double> re(n), im(n), out_re(n), out_im(n);
  for (int64_t i = 0; i < n; i++) re[i] = random_re[i], im[i] = random_im[i];
  std::vector<Complex> circle(kSide);
  for (int64_t k = 0; k < kSide; k++) {
    double angle = -2 * M_PI * static_cast<double>(k) / static_cast<double>(kSide);
    circle[static_cast<size_t>(k)] = {std::cos(angle), std::sin(angle)};
  }
  auto rival = [&] {
#pragma omp parallel for
    for (int64_t image = 0; image < images; image++) {
      std::vector<Complex> a(kPixels), b(kPixels);
      int64_t at = image * kPixels;
      for (int64_t i = 0; i < kPixels; i++) a[static_cast<size_t>(i)] = {re[at + i], im[at + i]};
      for (int pass = 0; pass < 2; pass++) {
        for (int64_t row = 0; row < kSide; row++)
          transform(a.data() + row * kSide, 1, b.data() + row * kSide, kSide, circle.data());
        transpose(b.data(), a.data());
      }
      for (int64_t i = 0; i < kPixels; i++) {
        out_re[at + i] = a[static_cast<size_t>(i)].real();
        out_im[at + i] = a[static_cast<size_t>(i)].imag();
      }
    }
  };
  auto cube = [&](double* data) { return bench::array(data, images, kSide, kSide); };
  harness.compare(
      "16 images of 256 x 256", rival, std::tuple(cube(out_re.data()), cube(out_im.data())),
      std::tuple(cube(re.data()), cube(im.data())), 1e-9, {.bytes = 32.0 * static_cast<double>(n)});
  return harness.status();
}
