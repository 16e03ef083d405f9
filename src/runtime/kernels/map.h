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

// A point of which `first` is the first one of its group.
using NeighbourFunction = int32_t (*)(Context*, const void*, int64_t first, int64_t neighbour);

// `groups` times `width` neighbours for each thread. numbers: points.
PLANISH_KERNEL_INLINE void map_vectors(const Frame& frame, NeighbourFunction point, int32_t width,
                                       int32_t groups) {
  const int64_t points = frame.launch->numbers[0];
  const int64_t threads = planish_gpu_threads();
  const int64_t tile = threads * groups;
  const int64_t step = tile * planish_gpu_blocks();
  // Groups are counted, so that what is multiplied last shows that their points are aligned.
  for (int64_t base = tile * planish_gpu_block(); base * width < points; base += step) {
    const int64_t own = base + planish_gpu_thread();
    if ((base + tile) * width <= points) {
      PLANISH_UNROLLED
      for (int32_t g = 0; g < groups; g++) {
        PLANISH_UNROLLED
        for (int32_t k = 0; k < width; k++)
          point(frame.thread, frame.closure, (own + g * threads) * width, k);
      }
    } else {
      PLANISH_NOT_UNROLLED
      for (int32_t g = 0; g < groups; g++) {
        PLANISH_NOT_UNROLLED
        for (int32_t k = 0; k < width; k++) {
          const int64_t first = (own + g * threads) * width;
          if (first + k < points) point(frame.thread, frame.closure, first, k);
        }
      }
    }
  }
}

}  // namespace planish::kernels
