// The Mandelbrot set. Rows take very different times, so threads take them as they come. The loop
// of a point ends when the point does, which the compiler does not vectorise.
#include "mandelbrot.h"

int main(int argc, char** argv) {
  bench::Harness harness("mandelbrot", argc, argv);
  Mandelbrot data(harness.size(1920), harness.size(1080));
  data.compare(harness, "1920 x 1080, 255 steps", [&] {
    auto w = static_cast<float>(data.width - 1), h = static_cast<float>(data.height - 1);
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t i = 0; i < data.height; i++) {
      for (int64_t j = 0; j < data.width; j++)
        data.out[i * data.width + j] = mandelbrot_pixel(i, j, w, h, Mandelbrot::kLimit);
    }
  });
  return harness.status();
}
