// Kepler's equation by Newton's method. Each planet takes as many steps as it needs, which the
// compiler does not vectorise.
#include "harness.h"

static double anomaly(double eccentricity, double mean) {
  double e = eccentricity < 0.8 ? mean : copysign(M_PI, mean);
  double change = 1;
  for (int steps = 0; fabs(change) > 1e-13 && steps < 50; steps++) {
    change = (e - eccentricity * sin(e) - mean) / (1 - eccentricity * cos(e));
    e -= change;
  }
  return e;
}

static void anomalies(const double* __restrict eccentricities, const double* __restrict means,
                      double* __restrict out, int64_t n) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int64_t i = 0; i < n; i++) out[i] = anomaly(eccentricities[i], means[i]);
}

int main(int argc, char** argv) {
  bench::Harness harness("newton", argc, argv);
  int64_t n = harness.size(1 << 22);
  auto some = bench::random_floats(n, 0, 0.99f, 1),
       others = bench::random_floats(n, -3.14f, 3.14f, 2);
  bench::Buffer<double> eccentricities(n), means(n), out(n);
  std::copy_n(some.data(), n, eccentricities.data());
  std::copy_n(others.data(), n, means.data());
  harness.compare(
      "2^22 planets", [&] { anomalies(eccentricities.data(), means.data(), out.data(), n); },
      std::tuple(bench::array(out.data(), n)),
      std::tuple(bench::array(eccentricities.data(), n), bench::array(means.data(), n)), 1e-6);
  return harness.status();
}
