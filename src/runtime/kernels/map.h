// Points that do not depend on each other.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

using PointFunction = int32_t (*)(Context*, const void*, int64_t point);

// numbers: points.
PLANISH_KERNEL_INLINE void map(const Frame& frame, PointFunction point) {
  const int64_t points = frame.launch->numbers[0];
  const int64_t step = int64_t{planish_gpu_blocks()} * planish_gpu_threads();
  int64_t at = int64_t{planish_gpu_block()} * planish_gpu_threads() + planish_gpu_thread();
  for (; at < points; at += step) {
    if (point(frame.thread, frame.closure, at) != PLANISH_OK) return;
  }
}

// `groups` times `width` neighbours for each thread. numbers: points.
PLANISH_KERNEL_INLINE void map_vectors(const Frame& frame, PointFunction point, int32_t width,
                                       int32_t groups) {
  const int64_t points = frame.launch->numbers[0];
  const int64_t stride = int64_t{planish_gpu_threads()} * width;
  const int64_t tile = stride * groups;
  const int64_t step = tile * planish_gpu_blocks();
  for (int64_t base = tile * planish_gpu_block(); base < points; base += step) {
    const int64_t first = base + int64_t{planish_gpu_thread()} * width;
    if (base + tile <= points) {
      PLANISH_UNROLLED
      for (int32_t g = 0; g < groups; g++) {
        PLANISH_UNROLLED
        for (int32_t k = 0; k < width; k++)
          point(frame.thread, frame.closure, first + g * stride + k);
      }
    } else {
      for (int32_t g = 0; g < groups; g++) {
        for (int32_t k = 0; k < width; k++) {
          const int64_t at = first + g * stride + k;
          if (at < points) point(frame.thread, frame.closure, at);
        }
      }
    }
  }
}

}  // namespace planish::kernels
