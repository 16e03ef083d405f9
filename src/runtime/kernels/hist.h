// Histograms.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

using BinFunction = int32_t (*)(Context*, const void*, int64_t point, int64_t* bin, void* record);
using UpdateFunction = int32_t (*)(Context*, const void*, int64_t point, int64_t bin,
                                   const void* record);
using UpdateSharedFunction = int32_t (*)(Context*, const void*, void* record, const void* value);

// numbers: points; pointers: locks, zeros before and after, unless updates are atomic.
template <int kWords>
PLANISH_KERNEL_INLINE void hist(const Frame& frame, BinFunction element, UpdateFunction update,
                                int32_t flags) {
  const int64_t points = frame.launch->numbers[0];
  auto* locks = static_cast<uint32_t*>(frame.launch->pointers[0]);
  const int64_t step = int64_t{planish_gpu_blocks()} * planish_gpu_threads();
  int64_t at = int64_t{planish_gpu_block()} * planish_gpu_threads() + planish_gpu_thread();
  for (; at < points; at += step) {
    Accumulator<kWords> record;
    int64_t bin = -1;
    if (element(frame.thread, frame.closure, at, &bin, record.words) != PLANISH_OK) return;
    if (bin < 0) continue;
    if ((flags & PLANISH_OPERATOR_ATOMIC) != 0) {
      if (update(frame.thread, frame.closure, at, bin, record.words) != PLANISH_OK) return;
      continue;
    }
    // Whoever has the lock must not wait for another lane of its warp.
    uint32_t* lock = locks + bin % kHistogramLocks;
    int32_t status = PLANISH_OK;
    for (bool is_done = false; !is_done;) {
      if (exchange_acquire(lock, uint32_t{1}) == 0) {
        status = update(frame.thread, frame.closure, at, bin, record.words);
        store_release(lock, uint32_t{0});
        is_done = true;
      } else {
        planish_gpu_pause();
      }
    }
    if (status != PLANISH_OK) return;
  }
}

// Blocks have bins of their own in shared memory, in some copies, and add them to the others in the
// end. Threads do some neighbours at once, if that is cheap; what all lanes of a warp have for one
// bin is combined before it is added.
// numbers: points, bins, copies (a power of two, at most the warps of a block).
// Shared memory: copies * bins records.
template <int kWords>
struct SharedHistogram {
  using Record = Accumulator<kWords>;
  static constexpr uint32_t kStride = kWords > 1 ? (kWords + 1) / 2 * 2 : 1;  // aligned to 8
  static constexpr int64_t kNone = -1;

  Operator<kWords> op;
  BinFunction element;
  UpdateFunction update;
  UpdateSharedFunction update_shared;

  // All lanes of the warp take part.
  PLANISH_KERNEL_INLINE void add(uint32_t* bins, int64_t bin, const Record& record) const {
    const auto low = static_cast<uint32_t>(bin);
    const uint32_t first = planish_gpu_shuffle(low, 0);
    if (planish_gpu_ballot(low != first ? 1 : 0) == 0) {
      if (bin == kNone) return;
      Record all = record;
      reduce_lanes(op, all, kWarp, kWarp);
      if (lane_number() == 0) add_alone(bins, bin, all);
    } else if (bin != kNone) {
      add_alone(bins, bin, record);
    }
  }
  PLANISH_KERNEL_INLINE void add_alone(uint32_t* bins, int64_t bin, const Record& record) const {
    update_shared(op.frame.thread, op.frame.closure, bins + bin * kStride, record.words);
  }

  // Points [first, first + size) of the block, all of which are there, unless it is guarded.
  template <int kWidth, int kRows, bool kGuarded>
  PLANISH_KERNEL_INLINE void tile(uint32_t* bins, int64_t first, int64_t points) const {
    int64_t own[kRows][kWidth];
    Record records[kRows][kWidth];
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) {
        const int64_t at =
            first + (int64_t{planish_gpu_threads()} * r + planish_gpu_thread()) * kWidth + k;
        own[r][k] = kNone;
        if (kGuarded && at >= points) continue;
        if (element(op.frame.thread, op.frame.closure, at, &own[r][k], records[r][k].words) !=
            PLANISH_OK)
          own[r][k] = kNone;
      }
    }
    if constexpr (kWidth * kRows > 1) {
      // If all of the warp's points have one bin, each lane combines its own first.
      bool is_same = true;
      PLANISH_UNROLLED
      for (int r = 0; r < kRows; r++) {
        PLANISH_UNROLLED
        for (int k = 0; k < kWidth; k++)
          is_same = is_same && static_cast<uint32_t>(own[r][k]) == static_cast<uint32_t>(own[0][0]);
      }
      if (planish_gpu_ballot(is_same ? 0 : 1) == 0) {
        Record all = records[0][0];
        PLANISH_UNROLLED
        for (int i = 1; i < kRows * kWidth; i++)
          if (own[0][0] != kNone) op.combine(all, records[i / kWidth][i % kWidth]);
        add(bins, own[0][0], all);
        return;
      }
    }
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 0; k < kWidth; k++) add(bins, own[r][k], records[r][k]);
    }
  }

  template <int kWidth, int kRows>
  PLANISH_KERNEL_INLINE void run() const {
    const planish_launch& launch = *op.frame.launch;
    const int64_t points = launch.numbers[0];
    const auto bins = static_cast<uint32_t>(launch.numbers[1]);
    const auto copies = static_cast<uint32_t>(launch.numbers[2]);
    auto* shared = static_cast<uint32_t*>(planish_gpu_shared());
    const Record none = op.neutral();
    for (uint32_t bin = planish_gpu_thread(); bin < bins * copies; bin += planish_gpu_threads())
      put(shared + bin * kStride, none);
    planish_gpu_barrier();
    uint32_t* own = shared + (warp_number() & (copies - 1)) * bins * kStride;
    const int64_t size = int64_t{planish_gpu_threads()} * (kWidth * kRows);
    const int64_t step = size * planish_gpu_blocks();
    for (int64_t first = size * planish_gpu_block(); first < points; first += step) {
      if (first + size <= points) {
        tile<kWidth, kRows, false>(own, first, points);
      } else {
        tile<kWidth, kRows, true>(own, first, points);
      }
    }
    planish_gpu_barrier();
    for (uint32_t bin = planish_gpu_thread(); bin < bins; bin += planish_gpu_threads()) {
      Record sum = none;
      for (uint32_t copy = 0; copy < copies; copy++)
        op.combine(sum, taken<kWords>(shared + (copy * bins + bin) * kStride));
      bool is_neutral = true;
      PLANISH_UNROLLED
      for (int w = 0; w < kWords; w++) is_neutral = is_neutral && sum.words[w] == none.words[w];
      if (!is_neutral) update(op.frame.thread, op.frame.closure, -1, bin, sum.words);
    }
  }
};

template <int kWords>
PLANISH_KERNEL_INLINE void hist_shared(const Frame& frame, BinFunction element,
                                       UpdateFunction update, NeutralFunction neutral,
                                       UpdateSharedFunction update_shared, CombineFunction combine,
                                       int32_t flags) {
  const SharedHistogram<kWords> histogram{
      {frame, combine, neutral}, element, update, update_shared};
  constexpr int32_t kWidth = hist_width(kWords);
  if ((flags & PLANISH_OPERATOR_CHEAP) != 0) {
    histogram.template run<kWidth, 2>();
  } else {
    histogram.template run<1, 1>();
  }
}

}  // namespace planish::kernels
