// K-means clustering. Points are assigned and added up in one loop, with sums and counts for each
// thread.
#include "kmeans.h"

#include <omp.h>

#include <limits>

namespace {

int64_t nearest(const float* __restrict point, const float* __restrict centres, int64_t k,
                int64_t d) {
  int64_t best = k;
  float least = std::numeric_limits<float>::infinity();
  for (int64_t c = 0; c < k; c++) {
    float distance = 0;
#pragma omp simd reduction(+ : distance)
    for (int64_t x = 0; x < d; x++)
      distance += (point[x] - centres[c * d + x]) * (point[x] - centres[c * d + x]);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

void move_centres(const float* __restrict points, int64_t n, int64_t d, int64_t k,
                  float* __restrict centres) {
  std::vector<float> sums(static_cast<size_t>(k * d));
  std::vector<int64_t> counts(static_cast<size_t>(k));
#pragma omp parallel
  {
    std::vector<float> own_sums(static_cast<size_t>(k * d));
    std::vector<int64_t> own_counts(static_cast<size_t>(k));
#pragma omp for
    for (int64_t i = 0; i < n; i++) {
      int64_t c = nearest(points + i * d, centres, k, d);
      float* sum = own_sums.data() + c * d;
      for (int64_t x = 0; x < d; x++) sum[x] += points[i * d + x];
      own_counts[static_cast<size_t>(c)]++;
    }
#pragma omp critical
    {
      for (size_t i = 0; i < sums.size(); i++) sums[i] += own_sums[i];
      for (size_t c = 0; c < counts.size(); c++) counts[c] += own_counts[c];
    }
  }
  for (int64_t c = 0; c < k; c++) {
    auto count = static_cast<float>(std::max(int64_t{1}, counts[static_cast<size_t>(c)]));
    for (int64_t x = 0; x < d; x++)
      centres[c * d + x] = sums[static_cast<size_t>(c * d + x)] / count;
  }
}

void kmeans(int32_t steps, const float* __restrict points, int64_t n, int64_t d, int64_t k,
            float* __restrict centres, int64_t* __restrict members) {
  for (int64_t c = 0; c < k; c++) {
    for (int64_t x = 0; x < d; x++) centres[c * d + x] = points[c * n / k * d + x];
  }
  for (int32_t i = 0; i < steps; i++) move_centres(points, n, d, k, centres);
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) members[i] = nearest(points + i * d, centres, k, d);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("kmeans", argc, argv);
  Kmeans data(harness.size(1 << 18), 32, 8);
  data.compare(harness, "2^18 points, 32 dimensions, 8 centres", [&] {
    kmeans(Kmeans::kSteps, data.points.data(), data.n, data.d, data.k, data.centres.data(),
           data.members.data());
  });
  return harness.status();
}
