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
// end.
// numbers: points, bins, copies (a power of two, at most the warps of a block).
// Shared memory: copies * bins records.
template <int kWords>
PLANISH_KERNEL_INLINE void hist_shared(const Frame& frame, BinFunction element,
                                       UpdateFunction update, NeutralFunction neutral,
                                       UpdateSharedFunction update_shared) {
  const int64_t points = frame.launch->numbers[0];
  const auto bins = static_cast<uint32_t>(frame.launch->numbers[1]);
  const auto copies = static_cast<uint32_t>(frame.launch->numbers[2]);
  auto* shared = static_cast<uint32_t*>(planish_gpu_shared());
  constexpr uint32_t kStride = kWords > 1 ? (kWords + 1) / 2 * 2 : 1;  // aligned to 8
  Accumulator<kWords> none;
  neutral(frame.thread, frame.closure, none.words);
  for (uint32_t bin = planish_gpu_thread(); bin < bins * copies; bin += planish_gpu_threads())
    put(shared + bin * kStride, none);
  planish_gpu_barrier();
  uint32_t* own = shared + (warp_number() & (copies - 1)) * bins * kStride;
  const int64_t step = int64_t{planish_gpu_blocks()} * planish_gpu_threads();
  int64_t at = int64_t{planish_gpu_block()} * planish_gpu_threads() + planish_gpu_thread();
  for (; at < points; at += step) {
    Accumulator<kWords> record;
    int64_t bin = -1;
    if (element(frame.thread, frame.closure, at, &bin, record.words) != PLANISH_OK) break;
    if (bin >= 0) update_shared(frame.thread, frame.closure, own + bin * kStride, record.words);
  }
  planish_gpu_barrier();
  for (uint32_t bin = planish_gpu_thread(); bin < bins; bin += planish_gpu_threads()) {
    for (uint32_t copy = 0; copy < copies; copy++) {
      const Accumulator<kWords> record = taken<kWords>(shared + (copy * bins + bin) * kStride);
      bool is_neutral = true;
      PLANISH_UNROLLED
      for (int w = 0; w < kWords; w++) is_neutral = is_neutral && record.words[w] == none.words[w];
      if (!is_neutral) update(frame.thread, frame.closure, -1, bin, record.words);
    }
  }
}

}  // namespace planish::kernels
