// The same recursion, in place on copies, with a table of the roots of one.
#include <cmath>
#include <complex>

#include "harness.h"

namespace {

using Complex = std::complex<double>;

// Of `n` numbers that lie `stride` apart.
void transform(const Complex* in, int64_t stride, Complex* out, int64_t n, const Complex* roots) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  const int64_t half = n / 2;
  transform(in, 2 * stride, out, half, roots);
  transform(in + stride, 2 * stride, out + half, half, roots);
  for (int64_t i = 0; i < half; i++) {
    const Complex turned = roots[i * stride] * out[half + i], left = out[i];
    out[i] = left + turned;
    out[half + i] = left - turned;
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("fft", argc, argv);
  // A power of two, whatever the scale is.
  int64_t n = 1;
  while (2 * n <= harness.size(1 << 16)) n *= 2;
  const auto random = bench::random_sixteenths(2 * n);
  bench::Buffer<double> re(n), im(n), out_re(n), out_im(n);
  for (int64_t i = 0; i < n; i++) {
    re[i] = static_cast<double>(random[2 * i]);
    im[i] = static_cast<double>(random[2 * i + 1]);
  }
  std::vector<Complex> in(static_cast<size_t>(n)), out(in.size()), roots(in.size() / 2 + 1);
  auto rival = [&] {
    for (int64_t i = 0; i < n / 2; i++)
      roots[static_cast<size_t>(i)] =
          std::polar(1.0, -2 * M_PI * static_cast<double>(i) / static_cast<double>(n));
    for (int64_t i = 0; i < n; i++) in[static_cast<size_t>(i)] = {re[i], im[i]};
    transform(in.data(), 1, out.data(), n, roots.data());
    for (int64_t i = 0; i < n; i++) {
      out_re[i] = out[static_cast<size_t>(i)].real();
      out_im[i] = out[static_cast<size_t>(i)].imag();
    }
  };
  harness.compare("2^16 numbers", rival,
                  std::tuple(bench::array(out_re.data(), n), bench::array(out_im.data(), n)),
                  std::tuple(bench::array(re.data(), n), bench::array(im.data(), n)), 1e-4,
                  {.bytes = 32.0 * static_cast<double>(n),
                   .flops = 5.0 * static_cast<double>(n) * std::log2(static_cast<double>(n))});
  return harness.status();
}
