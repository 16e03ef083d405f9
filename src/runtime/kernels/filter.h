// Filters, in one pass: blocks find out where what they keep belongs by looking back at the counts
// of tiles before.
#pragma once

#include "runtime/kernels/look_back.h"

namespace planish::kernels {

using KeepFunction = int32_t (*)(Context*, const void*, int64_t point, int32_t* keep, void* record);
using WriteFunction = int32_t (*)(Context*, const void*, int64_t point, int64_t position,
                                  const void* record);

// A count in a word, and what it says: in the upper two bits.
enum : uint64_t { kCountOfTile = uint64_t{1} << 62, kCountUpToTile = uint64_t{2} << 62 };
inline constexpr uint64_t kCountMask = (uint64_t{1} << 62) - 1;

// How many are kept before the tile, for all lanes of a warp. Publishes how many the tile keeps.
PLANISH_KERNEL_INLINE uint64_t kept_before(uint64_t* counts, int64_t tile, uint64_t kept) {
  const uint32_t lane = lane_number();
  if (tile == 0) {
    if (lane == 0) store_relaxed(counts, kCountUpToTile | kept);
    return 0;
  }
  if (lane == 0) store_relaxed(counts + tile, kCountOfTile | kept);
  uint64_t before = 0;
  for (int64_t last = tile - 1;; last -= kWarp) {
    const int64_t at = last - lane;
    uint64_t word = kCountUpToTile;  // before the first tile
    if (at >= 0) {
      while (true) {
        word = load_relaxed(counts + at);
        if (word != 0) break;
        planish_gpu_pause();
      }
    }
    planish_gpu_warp_barrier();
    const uint32_t ends = planish_gpu_ballot((word & ~kCountMask) == kCountUpToTile ? 1 : 0);
    const uint32_t used = ends == 0 ? kWarp : static_cast<uint32_t>(__builtin_ctz(ends)) + 1;
    uint64_t sum = lane < used ? word & kCountMask : 0;
    PLANISH_UNROLLED
    for (uint32_t distance = kWarp / 2; distance > 0; distance /= 2)
      sum += shuffle_down64(sum, distance);
    before += shuffle64(sum, 0);
    if (ends != 0) break;
  }
  if (lane == 0) store_relaxed(counts + tile, kCountUpToTile | (before + kept));
  return before;
}

// numbers: points, tiles; pointers: counts of tiles, the next ticket, both zeros before, where to
// put how many are kept in all.
// Shared memory: see filter_bytes.
//
// If functions that write need not know which point it is (PLANISH_OPERATOR_STAGED), what is kept is
// put side by side in shared memory first, so that neighbouring threads write neighbours.
template <int kWords, int kWidth, int kRows, bool kStaged>
struct Filter {
  using Record = Accumulator<kWords>;

  const Frame& frame;
  KeepFunction element;
  WriteFunction write;

  template <bool kGuarded>
  PLANISH_KERNEL_INLINE void tile(int64_t number, int64_t tiles, int64_t first, int32_t count,
                                  uint32_t* shared) const {
    constexpr int32_t kRow = static_cast<int32_t>(kWarp) * kWidth;
    const uint32_t lane = lane_number(), warp = warp_number();
    const int32_t lane_first =
        static_cast<int32_t>(warp) * (kRow * kRows) + static_cast<int32_t>(lane) * kWidth;
    Record records[kRows][kWidth];
    uint32_t ranks[kRows][kWidth];  // among those that the warp keeps; kNone: not kept
    constexpr uint32_t kNone = ~uint32_t{0};
    uint32_t keeps[kRows][kWidth];
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) {
        const int32_t at = lane_first + r * kRow + k;
        int32_t keep = 0;
        if (!kGuarded || at < count) {
          if (element(frame.thread, frame.closure, first + at, &keep, records[r][k].words) !=
              PLANISH_OK)
            keep = 0;
        }
        keeps[r][k] = keep != 0 ? 1 : 0;
      }
    }
    // How many the lane keeps of each row: a byte of a word each, so that all rows are added up at once.
    static_assert(kRows <= 4 && kWidth * kWarp < 256);
    uint32_t counts = 0;
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) counts += keeps[r][k] << 8 * r;
    }
    uint32_t up_to = counts;
    PLANISH_UNROLLED
    for (uint32_t distance = 1; distance < kWarp; distance *= 2) {
      const uint32_t left = planish_gpu_shuffle_up(up_to, distance);
      if (lane >= distance) up_to += left;
    }
    const uint32_t all = planish_gpu_shuffle(up_to, kWarp - 1);
    const uint32_t below = up_to - counts;
    uint32_t kept = 0;
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      uint32_t rank = kept + (below >> 8 * r & 255);
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) {
        ranks[r][k] = keeps[r][k] != 0 ? rank : kNone;
        rank += keeps[r][k];
      }
      kept += all >> 8 * r & 255;
    }
    uint32_t* of_warps = shared + 4;
    if (lane == 0) of_warps[warp] = kept;
    planish_gpu_barrier();
    auto* position_of_tile = reinterpret_cast<uint64_t*>(shared + 2);
    if (warp == 0) {
      uint32_t total = 0;
      for (uint32_t w = 0; w < warp_count(); w++) total += of_warps[w];
      const uint64_t before =
          kept_before(static_cast<uint64_t*>(frame.launch->pointers[0]), number, total);
      if (lane == 0) {
        *position_of_tile = before;
        if (number == tiles - 1)
          *static_cast<uint64_t*>(frame.launch->pointers[2]) = before + total;
      }
    }
    planish_gpu_barrier();
    uint64_t position = *position_of_tile;
    uint32_t before = 0;
    for (uint32_t w = 0; w < warp; w++) before += of_warps[w];
    if constexpr (kStaged) {
      uint32_t* staged = of_warps + (warp_count() + 3) / 4 * 4;
      PLANISH_UNROLLED
      for (int r = 0; r < kRows; r++) {
        PLANISH_UNROLLED
        for (int k = 0; k < kWidth; k++) {
          if (ranks[r][k] != kNone) put(staged + (before + ranks[r][k]) * kWords, records[r][k]);
        }
      }
      planish_gpu_barrier();
      uint32_t total = 0;
      for (uint32_t w = 0; w < warp_count(); w++) total += of_warps[w];
      for (uint32_t at = planish_gpu_thread(); at < total; at += planish_gpu_threads()) {
        const Record record = taken<kWords>(staged + at * kWords);
        write(frame.thread, frame.closure, first, static_cast<int64_t>(position + at),
              record.words);
      }
      return;
    }
    position += before;
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) {
        if (ranks[r][k] != kNone)
          write(frame.thread, frame.closure, first + lane_first + r * kRow + k,
                static_cast<int64_t>(position + ranks[r][k]), records[r][k].words);
      }
    }
  }

  PLANISH_KERNEL_INLINE void run() const {
    for_each_tile<kWidth * kRows>(*this, *frame.launch, frame.launch->numbers[0],
                                  frame.launch->numbers[1]);
  }
};

template <int kWords, bool kStaged>
PLANISH_KERNEL_INLINE void filter_tiles(const Frame& frame, KeepFunction element,
                                        WriteFunction write, int32_t flags) {
  constexpr ItemShape kCheap = item_shape(kWords, true);
  constexpr ItemShape kOther = item_shape(kWords, false);
  if ((flags & PLANISH_OPERATOR_CHEAP) != 0) {
    const Filter<kWords, kCheap.width, kCheap.rows, kStaged> filter{frame, element, write};
    filter.run();
  } else {
    const Filter<kWords, kOther.width, kOther.rows, kStaged> filter{frame, element, write};
    filter.run();
  }
}

template <int kWords>
PLANISH_KERNEL_INLINE void filter(const Frame& frame, KeepFunction element, WriteFunction write,
                                  int32_t flags) {
  if ((flags & PLANISH_OPERATOR_STAGED) != 0) {
    filter_tiles<kWords, true>(frame, element, write, flags);
  } else {
    filter_tiles<kWords, false>(frame, element, write, flags);
  }
}

}  // namespace planish::kernels
