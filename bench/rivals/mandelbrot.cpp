// The Mandelbrot set. Rows take very different times, so threads take them as they come. The loop
// of a point ends when the point does, which the compiler does not vectorise.
#include "harness.h"

static int32_t escape_time(float re, float im, int32_t limit) {
  float x = re, y = im;
  int32_t n = 0;
  while (n < limit && x * x + y * y <= 4) {
    float next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
    n++;
  }
  return n;
}

static void mandelbrot(int64_t width, int64_t height, int32_t limit, int32_t* __restrict out) {
  auto w = static_cast<float>(width - 1), h = static_cast<float>(height - 1);
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t i = 0; i < height; i++) {
    for (int64_t j = 0; j < width; j++)
      out[i * width + j] = escape_time(-2 + 4 * static_cast<float>(j) / w,
                                       -1 + 2 * static_cast<float>(i) / h, limit);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("mandelbrot", argc, argv);
  int64_t width = harness.size(1920), height = harness.size(1080);
  bench::Buffer<int32_t> out(width * height);
  // Points at the border of the set may take another number of steps when a sum is rounded in
  // another way.
  harness.compare(
      "1920 x 1080, 255 steps", [&] { mandelbrot(width, height, 255, out.data()); },
      std::tuple(bench::array(out.data(), height, width)), std::tuple(width, height, int32_t{255}),
      1);
  return harness.status();
}
