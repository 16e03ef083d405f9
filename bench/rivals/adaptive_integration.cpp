// Simpson's rule by recursion; threads take integrals as they come.
#include "harness.h"

namespace {

double function(int32_t kind, double x) {
  switch (kind) {
    case 0: return 1 / (0.01 + x * x);
    case 1: return std::sin(20 * x);
    case 2: return std::sqrt(std::fabs(x));
    default: return x * x * x;
  }
}

double simpson(int32_t kind, double low, double high) {
  return (high - low) / 6 *
         (function(kind, low) + 4 * function(kind, (low + high) / 2) + function(kind, high));
}

double integral(int32_t kind, double tolerance, int depth, double low, double high) {
  double middle = (low + high) / 2, whole = simpson(kind, low, high);
  double halves = simpson(kind, low, middle) + simpson(kind, middle, high);
  if (depth == 0 || (depth < 26 && std::fabs(halves - whole) < 15 * tolerance))
    return halves + (halves - whole) / 15;
  return integral(kind, tolerance / 2, depth - 1, low, middle) +
         integral(kind, tolerance / 2, depth - 1, middle, high);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("adaptive_integration", argc, argv);
  int64_t n = harness.size(4000);
  bench::Buffer<int32_t> kinds(n);
  bench::Buffer<double> lows(n), highs(n), out(n);
  for (int64_t i = 0; i < n; i++) {
    kinds[i] = static_cast<int32_t>(i % 4);
    lows[i] = -1 - static_cast<double>(i % 10);
    highs[i] = static_cast<double>(i % 7);
  }
  auto rival = [&] {
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t i = 0; i < n; i++) out[i] = integral(kinds[i], 1e-7, 30, lows[i], highs[i]);
  };
  harness.compare("4000 integrals", rival, std::tuple(bench::array(out.data(), n)),
                  std::tuple(bench::array(kinds.data(), n), bench::array(lows.data(), n),
                             bench::array(highs.data(), n)),
                  1e-9);
  return harness.status();
}
