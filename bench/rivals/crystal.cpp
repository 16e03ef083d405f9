// A quasicrystal. The directions of the waves are the same for all points; points of a row are done at once.
#include "crystal.h"

#include "vector_math.h"

static void crystal(const Crystal& data) {
  std::vector<float> xs, ys;
  for (int64_t k = 0; k < data.degree; k++) {
    float angle = data.pi / static_cast<float>(data.degree) * static_cast<float>(k);
    xs.push_back(std::cos(angle));
    ys.push_back(std::sin(angle));
  }
  const int64_t size = data.size;
#pragma omp parallel
  {
    std::vector<float> sums(static_cast<size_t>(size));
#pragma omp for
    for (int64_t i = 0; i < size; i++) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      float y = crystal_place(i, size);
      for (size_t k = 0; k < xs.size(); k++) {
#pragma omp simd
        for (int64_t j = 0; j < size; j++)
          sums[static_cast<size_t>(j)] +=
              (cosf(xs[k] * crystal_place(j, size) + ys[k] * y + data.time) + 1) / 2;
      }
      for (int64_t j = 0; j < size; j++)
        data.image[i * size + j] = crystal_colour(sums[static_cast<size_t>(j)]);
    }
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("crystal", argc, argv);
  Crystal data(harness.size(500), 50);
  data.compare(harness, [&] { crystal(data); });
  return harness.status();
}
