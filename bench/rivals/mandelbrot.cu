// The Mandelbrot set: a thread for each point, and warps that are squares of them, in which steps differ little.
#include "cuda.h"
#include "mandelbrot.h"

namespace {

__global__ void mandelbrot(int32_t* __restrict__ out, int width, int height, int limit) {
  int j = static_cast<int>(blockIdx.x) * 8 + threadIdx.x, i = static_cast<int>(blockIdx.y) * 32 + threadIdx.y;
  if (i >= height || j >= width) return;
  out[i * width + j] =
      mandelbrot_pixel(i, j, static_cast<float>(width - 1), static_cast<float>(height - 1), limit);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("mandelbrot", argc, argv);
  Mandelbrot data(harness.size(4000), harness.size(4000));
  int width = static_cast<int>(data.width), height = static_cast<int>(data.height);
  bench::DeviceBuffer<int32_t> out(data.out.count());
  auto run = [&] {
    mandelbrot<<<dim3(bench::blocks(width, 8), bench::blocks(height, 32)), dim3(8, 32)>>>(out.data(), width, height,
                                                                                         Mandelbrot::kLimit);
    bench::finish();
  };
  data.compare(harness, std::to_string(width) + " x " + std::to_string(height) + ", 255 steps",
               {run, [&] { out.fetch(data.out); }});
  return harness.status();
}
