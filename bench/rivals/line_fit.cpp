// The means in one loop over the points, and what depends on them in another.
#include "harness.h"

static std::pair<double, double> line_fit(const double* x, const double* y, int64_t n) {
  double sum_x = 0, sum_y = 0;
#pragma omp parallel for simd reduction(+ : sum_x, sum_y)
  for (int64_t i = 0; i < n; i++) {
    sum_x += x[i];
    sum_y += y[i];
  }
  const double mean_x = sum_x / static_cast<double>(n), mean_y = sum_y / static_cast<double>(n);
  double squares = 0, products = 0;
#pragma omp parallel for simd reduction(+ : squares, products)
  for (int64_t i = 0; i < n; i++) {
    const double away = x[i] - mean_x;
    squares += away * away;
    products += away * y[i];
  }
  const double slope = products / squares;
  return {mean_y - mean_x * slope, slope};
}

int main(int argc, char** argv) {
  bench::Harness harness("line_fit", argc, argv);
  const int64_t n = harness.size(1 << 22);
  const auto random = bench::random_sixteenths(2 * n);
  bench::Buffer<double> x(n), y(n);
  for (int64_t i = 0; i < n; i++) {
    x[i] = static_cast<double>(i) + static_cast<double>(random[2 * i]);
    y[i] = 0.5 * x[i] + static_cast<double>(random[2 * i + 1]);
  }
  double intercept = 0, slope = 0;
  auto rival = [&] { std::tie(intercept, slope) = line_fit(x.data(), y.data(), n); };
  harness.compare("2^22 points", rival, std::tuple(&intercept, &slope),
                  std::tuple(bench::array(x.data(), n), bench::array(y.data(), n)), 1e-4,
                  {.bytes = 32.0 * static_cast<double>(n)});
  return harness.status();
}
