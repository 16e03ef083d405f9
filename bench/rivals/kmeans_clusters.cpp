// K-means: the nearest centre of each point, then the mean of each cluster; at the end how far its
// farthest point is.
#include "harness.h"

int main(int argc, char** argv) {
  bench::Harness harness("kmeans_clusters", argc, argv);
  int64_t n = harness.size(1 << 17);
  constexpr int64_t kClusters = 128;
  constexpr int kSteps = 5;
  auto random_xs = bench::random_floats(n, 0, 1, 1), random_ys = bench::random_floats(n, 0, 1, 2);
  bench::Buffer<double> xs(n), ys(n), centre_xs(kClusters), centre_ys(kClusters), radii(kClusters);
  for (int64_t i = 0; i < n; i++) xs[i] = random_xs[i], ys[i] = random_ys[i];
  bench::Buffer<int64_t> cluster(n), counts(kClusters);
  auto distance = [&](int64_t i, int64_t c) {
    double dx = xs[i] - centre_xs[c], dy = ys[i] - centre_ys[c];
    return std::sqrt(dx * dx + dy * dy);
  };
  auto assign = [&] {
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
      double distances[kClusters];
      for (int64_t c = 0; c < kClusters; c++) distances[c] = distance(i, c);
      cluster[i] = std::min_element(distances, distances + kClusters) - distances;
    }
  };
  auto rival = [&] {
    for (int64_t c = 0; c < kClusters; c++)
      centre_xs[c] = xs[c * n / kClusters], centre_ys[c] = ys[c * n / kClusters];
    for (int step = 0; step < kSteps; step++) {
      assign();
      double sum_xs[kClusters] = {}, sum_ys[kClusters] = {};
      int64_t members[kClusters] = {};
#pragma omp parallel for reduction(+ : sum_xs, sum_ys, members)
      for (int64_t i = 0; i < n; i++) {
        sum_xs[cluster[i]] += xs[i];
        sum_ys[cluster[i]] += ys[i];
        members[cluster[i]]++;
      }
      for (int64_t c = 0; c < kClusters; c++) {
        if (members[c] == 0) continue;
        centre_xs[c] = sum_xs[c] / static_cast<double>(members[c]);
        centre_ys[c] = sum_ys[c] / static_cast<double>(members[c]);
      }
    }
    assign();
    std::fill(radii.data(), radii.data() + kClusters, 0);
    std::fill(counts.data(), counts.data() + kClusters, 0);
    for (int64_t i = 0; i < n; i++) {
      counts[cluster[i]]++;
      radii[cluster[i]] = std::max(radii[cluster[i]], distance(i, cluster[i]));
    }
  };
  harness.compare(
      "2^17 points, 128 clusters, 5 steps", rival,
      std::tuple(bench::array(centre_xs.data(), kClusters),
                 bench::array(centre_ys.data(), kClusters), bench::array(counts.data(), kClusters),
                 bench::array(radii.data(), kClusters)),
      std::tuple(int32_t{kSteps}, kClusters, bench::array(xs.data(), n),
                 bench::array(ys.data(), n)),
      1e-9, {.flops = 6.0 * (kSteps + 1) * kClusters * static_cast<double>(n)});
  return harness.status();
}
