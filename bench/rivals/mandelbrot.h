// The Mandelbrot set: what the rivals in C++ and CUDA share.
#pragma once

#include "device_function.h"
#include "harness.h"

BENCH_FUNCTION int32_t mandelbrot_steps(float re, float im, int32_t limit) {
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

// The point of a pixel; w and h are the greatest indices.
BENCH_FUNCTION int32_t mandelbrot_pixel(int64_t i, int64_t j, float w, float h, int32_t limit) {
  return mandelbrot_steps(-2 + 4 * static_cast<float>(j) / w, -1 + 2 * static_cast<float>(i) / h,
                          limit);
}

struct Mandelbrot {
  Mandelbrot(int64_t width, int64_t height) : width(width), height(height), out(width * height) {}

  // Points at the border of the set may take another number of steps when a sum is rounded in
  // another way.
  void compare(bench::Harness& harness, const std::string& dataset, const bench::Rival& rival) {
    harness.compare(dataset, rival, std::tuple(bench::array(out.data(), height, width)),
                    std::tuple(width, height, kLimit), 1);
  }

  static constexpr int32_t kLimit = 255;
  int64_t width, height;
  bench::Buffer<int32_t> out;
};
