// Partitions. A warp does a chunk of points, 32 at a time, in order. First classes are computed and
// counted; when it is known where the points of each class in each chunk belong, they are placed.
//
// numbers: points, classes, points of a chunk (a multiple of 32), chunks, bytes of a class in memory
// (1, 2, 4 or 8), bits of a class; pointers: classes of points, counts: [class][chunk], zeros before
// they are counted, then the positions of the first points of each class in each chunk.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

using ClassFunction = int32_t (*)(Context*, const void*, int64_t point, int64_t* of);
using PlaceFunction = int32_t (*)(Context*, const void*, int64_t point, int64_t position);

PLANISH_KERNEL_INLINE void store_class(void* classes, int64_t bytes, int64_t at, int64_t value) {
  if (bytes == 1) {
    static_cast<uint8_t*>(classes)[at] = static_cast<uint8_t>(value);
  } else if (bytes == 2) {
    static_cast<uint16_t*>(classes)[at] = static_cast<uint16_t>(value);
  } else if (bytes == 4) {
    static_cast<uint32_t*>(classes)[at] = static_cast<uint32_t>(value);
  } else {
    static_cast<int64_t*>(classes)[at] = value;
  }
}
PLANISH_KERNEL_INLINE int64_t load_class(const void* classes, int64_t bytes, int64_t at) {
  if (bytes == 1) return static_cast<const uint8_t*>(classes)[at];
  if (bytes == 2) return static_cast<const uint16_t*>(classes)[at];
  if (bytes == 4) return static_cast<const uint32_t*>(classes)[at];
  return static_cast<const int64_t*>(classes)[at];
}

// The lanes that have the same class as this one.
PLANISH_KERNEL_INLINE uint32_t lanes_of_class(int64_t of, int64_t bits) {
  uint32_t same = ~uint32_t{0};
  for (int64_t bit = 0; bit < bits; bit++) {
    const uint32_t own = static_cast<uint32_t>(of >> bit) & 1;
    const uint32_t ballot = planish_gpu_ballot(own);
    same &= own != 0 ? ballot : ~ballot;
  }
  return same;
}

// Calls `each` with the point of this lane and whether there is one, 32 points of a chunk at a time.
template <class Each>
PLANISH_KERNEL_INLINE void walk_chunks(const planish_launch& launch, Each each) {
  const int64_t points = launch.numbers[0], size = launch.numbers[2], chunks = launch.numbers[3];
  const int64_t warps = int64_t{planish_gpu_blocks()} * warp_count();
  for (int64_t chunk = int64_t{planish_gpu_block()} * warp_count() + warp_number(); chunk < chunks;
       chunk += warps) {
    const int64_t end = smaller((chunk + 1) * size, points);
    for (int64_t base = chunk * size; base < end; base += kWarp) {
      const int64_t point = base + lane_number();
      each(chunk, point, point < end);
    }
  }
}

PLANISH_KERNEL_INLINE void partition_classify(const Frame& frame, ClassFunction classify) {
  const planish_launch& launch = *frame.launch;
  const int64_t classes = launch.numbers[1], chunks = launch.numbers[3];
  void* of_points = launch.pointers[0];
  auto* counts = static_cast<int64_t*>(launch.pointers[1]);
  walk_chunks(launch, [&](int64_t chunk, int64_t point, bool is_there) PLANISH_INLINED {
    int64_t of = classes;
    if (is_there) {
      if (classify(frame.thread, frame.closure, point, &of) != PLANISH_OK || of < 0 || of > classes)
        of = classes;
      store_class(of_points, launch.numbers[4], point, of);
    }
    const uint32_t same = lanes_of_class(of, launch.numbers[5]);
    const auto first = static_cast<uint32_t>(__builtin_ctz(same));
    if (of < classes && first == lane_number())
      counts[of * chunks + chunk] += __builtin_popcount(same);
    planish_gpu_warp_barrier();
  });
}

PLANISH_KERNEL_INLINE void partition_place(const Frame& frame, PlaceFunction place) {
  const planish_launch& launch = *frame.launch;
  const int64_t classes = launch.numbers[1], chunks = launch.numbers[3];
  const void* of_points = launch.pointers[0];
  auto* positions = static_cast<int64_t*>(launch.pointers[1]);
  walk_chunks(launch, [&](int64_t chunk, int64_t point, bool is_there) PLANISH_INLINED {
    const int64_t of = is_there ? load_class(of_points, launch.numbers[4], point) : classes;
    const uint32_t same = lanes_of_class(of, launch.numbers[5]);
    const uint32_t below = same & ((uint32_t{1} << lane_number()) - 1);
    int64_t* next = positions + (of < classes ? of : 0) * chunks + chunk;
    const int64_t position = *next + __builtin_popcount(below);
    planish_gpu_warp_barrier();
    if (of < classes && below == 0) *next += __builtin_popcount(same);
    planish_gpu_warp_barrier();
    if (of < classes) place(frame.thread, frame.closure, point, position);
  });
}

}  // namespace planish::kernels
