// The nearest records, one after the other: the least distance of all, by the least of each thread.
#include "nn.h"

#include <limits>

static void nearest(const Nearest& data, float* __restrict distances) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
#pragma omp parallel for simd
  for (int64_t i = 0; i < data.n; i++)
    distances[i] = nn_distance(data.latitudes[i], data.longitudes[i]);
  for (int64_t step = 0; step < data.k; step++) {
    float least = kInfinity;
#pragma omp parallel for simd reduction(min : least)
    for (int64_t i = 0; i < data.n; i++) least = std::min(least, distances[i]);
    // Where it is costs as much again at most.
    int64_t at = 0;
    while (distances[at] != least) at++;
    data.found[step] = at;
    data.least[step] = least;
    distances[at] = kInfinity;
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("nn", argc, argv);
  Nearest data(harness.size(855280));
  bench::Buffer<float> distances(data.n);
  data.compare(harness, [&] { nearest(data, distances.data()); });
  return harness.status();
}
