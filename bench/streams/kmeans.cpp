// kmeans FILE STEPS CENTRES: points of 16 f32, which are read again in every step. CENTRES has the first centres.
#include <limits>
#include <vector>

#include "blocks.h"

namespace {

constexpr size_t kSize = 16;
constexpr size_t kLanes = 8;  // centres are looked at together

struct Point {
  float x[kSize];
};
struct Centres {
  float x[kSize][kLanes];
};

// Of padding, all points are far away.
std::vector<Centres> in_lanes(const std::vector<Point>& centres) {
  std::vector<Centres> made((centres.size() + kLanes - 1) / kLanes);
  for (size_t c = 0; c < made.size() * kLanes; c++) {
    for (size_t d = 0; d < kSize; d++)
      made[c / kLanes].x[d][c % kLanes] = c < centres.size() ? centres[c].x[d] : 1e18F;
  }
  return made;
}

size_t nearest(const std::vector<Centres>& centres, const Point& point) {
  size_t best = 0;
  float least = std::numeric_limits<float>::infinity();
  for (size_t group = 0; group < centres.size(); group++) {
    float far[kLanes] = {};
    for (size_t d = 0; d < kSize; d++) {
#pragma omp simd
      for (size_t c = 0; c < kLanes; c++) {
        const float by = centres[group].x[d][c] - point.x[d];
        far[c] += by * by;
      }
    }
    for (size_t c = 0; c < kLanes; c++) {
      // Without branches, which nobody could predict.
      const bool is_nearer = far[c] < least;
      least = is_nearer ? far[c] : least;
      best = is_nearer ? group * kLanes + c : best;
    }
  }
  return best;
}

struct Sums {
  explicit Sums(size_t k) : points(k), counts(k) {}
  std::vector<Point> points;
  std::vector<int32_t> counts;
};

}  // namespace

int main(int, char** argv) {
  const int steps = std::atoi(argv[2]);
  std::vector<Point> centres;
  {
    streams::Blocks blocks(argv[3], streams::kBlock);
    const std::span<const Point> read = blocks.items<Point>();
    centres.assign(read.begin(), read.end());
  }
  const size_t k = centres.size();
  streams::Blocks blocks(argv[1], streams::kBlock);
  for (int step = 0; step < steps; step++) {
    if (step > 0) blocks.rewind();
    const std::vector<Centres> lanes = in_lanes(centres);
    std::vector<Sums> parts(static_cast<size_t>(omp_get_max_threads()), Sums(k));
    for (;;) {
      const std::span<const Point> points = blocks.items<Point>();
      if (points.empty()) break;
#pragma omp parallel
      {
        Sums& own = parts[static_cast<size_t>(omp_get_thread_num())];
#pragma omp for nowait
        for (size_t i = 0; i < points.size(); i++) {
          const size_t best = nearest(lanes, points[i]);
          for (size_t d = 0; d < kSize; d++) own.points[best].x[d] += points[i].x[d];
          own.counts[best]++;
        }
      }
    }
    for (size_t c = 0; c < k; c++) {
      Point sum{};
      int32_t count = 0;
      for (const Sums& part : parts) {
        for (size_t d = 0; d < kSize; d++) sum.x[d] += part.points[c].x[d];
        count += part.counts[c];
      }
      if (count == 0) continue;
      for (size_t d = 0; d < kSize; d++) centres[c].x[d] = sum.x[d] / static_cast<float>(count);
    }
  }
  for (const Point& centre : centres) {
    for (const float x : centre.x) std::printf("%.9g\n", static_cast<double>(x));
  }
}
