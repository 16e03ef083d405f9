// Inclusive scans, in one pass: Note [Look-back].
//
// A tile is cut into parts for warps, these into rows, of which each lane has a few neighbours.
// Lanes scan what they have; then come the lanes of a warp, the rows, the warps, and what is before
// the tile.
#pragma once

#include "runtime/kernels/look_back.h"

namespace planish::kernels {

using ScanElementFunction = int32_t (*)(Context*, const void*, int64_t segment, int64_t start,
                                        int64_t index, void* accumulator, void* further);
using ScanWriteFunction = int32_t (*)(Context*, const void*, int64_t segment, int64_t start,
                                      int64_t index, const void* accumulator, const void* further);

struct ScanFunctions {
  ScanElementFunction element;
  CombineFunction combine;
  NeutralFunction neutral;
  ScanWriteFunction write;
  char* further;
  int32_t further_bytes;
};

enum class Segments : uint8_t { One, Equal, Different };

// Goes from an item to the next: which segment it is in, and where.
template <Segments kSegments>
struct ItemCursor {
  int64_t segment, start, index;
  int64_t length;  // of the segment
  const int64_t* offsets;

  PLANISH_KERNEL_INLINE ItemCursor(const planish_launch& launch, int64_t item)
      : segment(0), start(0), index(item), length(0), offsets(nullptr) {
    if constexpr (kSegments == Segments::Equal) {
      length = launch.numbers[1];
      segment = quotient(item, length);
      start = segment * length;
    } else if constexpr (kSegments == Segments::Different) {
      offsets = static_cast<const int64_t*>(launch.pointers[2]);
      segment = find_row(offsets, launch.numbers[0], item);
      enter();
    }
    index = item - start;
  }

  PLANISH_KERNEL_INLINE bool is_first() const { return kSegments != Segments::One && index == 0; }

  // There is one more.
  PLANISH_KERNEL_INLINE void next() {
    index++;
    if constexpr (kSegments == Segments::Equal) {
      if (index < length) return;
      index = 0;
      segment++;
      start += length;
    } else if constexpr (kSegments == Segments::Different) {
      if (index < length) return;
      index = 0;
      do {
        segment++;
        enter();
      } while (length == 0);
    }
  }

 private:
  PLANISH_KERNEL_INLINE void enter() {
    start = offsets[segment] - offsets[0];
    length = offsets[segment + 1] - offsets[segment];
  }
};

// numbers: segments, width (of equal segments), items in all, tiles; pointers: places of totals,
// the next ticket, both zeros before; offsets.
// Shared memory: 16 bytes, an accumulator with a flag for each warp, one for what is before.
template <int kWords, int kWidth, int kRows, Segments kSegments>
struct Scan {
  static constexpr bool kSegmented = kSegments != Segments::One;
  using Op = ScanOperator<kWords, kSegmented>;
  using Value = typename Op::Value;
  static constexpr int kAll = Op::kAll;

  Op op;
  ScanFunctions functions;
  const Frame& frame;

  PLANISH_KERNEL_INLINE Value element(const ItemCursor<kSegments>& item, int number) const {
    Accumulator<kWords> value;
    if (functions.element(frame.thread, frame.closure, item.segment, item.start, item.index,
                          value.words,
                          functions.further + number * functions.further_bytes) != PLANISH_OK)
      value = op.op.neutral();
    Value out;
    put(out.words, value);
    if constexpr (kSegmented) out.words[kWords] = item.is_first() ? 1 : 0;
    return out;
  }

  PLANISH_KERNEL_INLINE void write(const ItemCursor<kSegments>& item, const Value& value,
                                   int number) const {
    functions.write(frame.thread, frame.closure, item.segment, item.start, item.index, value.words,
                    functions.further + number * functions.further_bytes);
  }

  // A tile of which all items are there, unless it is guarded: then there are `count`.
  template <bool kGuarded>
  PLANISH_KERNEL_INLINE void tile(int64_t number, int64_t tiles, int64_t first, int32_t count,
                                  uint32_t* shared) const {
    constexpr int32_t kRow = static_cast<int32_t>(kWarp) * kWidth;
    const uint32_t lane = lane_number(), warp = warp_number();
    const int32_t warp_first = static_cast<int32_t>(warp) * (kRow * kRows);
    const int32_t lane_first = warp_first + static_cast<int32_t>(lane) * kWidth;
    Value values[kRows][kWidth];
    Value lanes_before[kRows];
    Value sum;  // of the rows so far
    const auto has = [&](int r, int k)
                         PLANISH_INLINED { return !kGuarded || lane_first + r * kRow + k < count; };
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      if (has(r, 0)) {
        ItemCursor<kSegments> item(*frame.launch, first + lane_first + r * kRow);
        PLANISH_UNROLLED
        for (int k = 0; k < kWidth; k++) {
          if (has(r, k)) {
            if (k > 0) item.next();
            values[r][k] = element(item, r * kWidth + k);
          }
        }
      }
    }
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int k = 1; k < kWidth; k++) {
        Value left = values[r][k - 1];
        if (has(r, k)) op.combine(left, values[r][k]);
        values[r][k] = left;
      }
      // Lanes that have something.
      uint32_t filled = kWarp;
      if (kGuarded) {
        const int32_t left = count - (warp_first + r * kRow);
        filled = static_cast<uint32_t>(
            smaller<int32_t>(kWarp, larger<int32_t>(0, (left + kWidth - 1) / kWidth)));
      }
      Value up_to = values[r][kWidth - 1];
      scan_lanes(op, up_to, filled);
      Value before = shuffled_up(up_to, 1);
      const Value row = shuffled(up_to, filled > 0 ? filled - 1 : 0);
      if (r == 0) {
        lanes_before[r] = before;
        sum = row;
        continue;
      }
      lanes_before[r] = sum;
      if (lane > 0 && lane < filled) op.combine(lanes_before[r], before);
      if (filled > 0) op.combine(sum, row);
    }

    uint32_t* of_warps = shared + 4;
    uint32_t* of_tile = of_warps + warp_count() * kAll;
    if (lane == 0) put(of_warps + warp * kAll, sum);
    planish_gpu_barrier();
    if (warp == 0) {
      Value total = taken<kAll>(of_warps);
      for (uint32_t w = 1; w < warp_count(); w++) {
        if (!kGuarded || static_cast<int32_t>(w) * (kRow * kRows) < count)
          op.combine(total, taken<kAll>(of_warps + w * kAll));
      }
      const Value before = look_back<kWords, kSegmented>(
          op, static_cast<char*>(frame.launch->pointers[0]), tiles, number, total);
      if (lane == 0) put(of_tile, before);
    }
    planish_gpu_barrier();
    // What is before the warp.
    Value warp_before = taken<kAll>(of_tile);
    uint32_t w = 0;
    if (number == 0 && warp > 0) {
      warp_before = taken<kAll>(of_warps);
      w = 1;
    }
    for (; w < warp; w++) {
      if (!kGuarded || static_cast<int32_t>(w) * (kRow * kRows) < count)
        op.combine(warp_before, taken<kAll>(of_warps + w * kAll));
    }
    const bool has_before = number > 0 || warp > 0;
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      if (has(r, 0)) {
        const bool has_lanes = r > 0 || lane > 0;
        Value before = lanes_before[r];
        if (has_before) {
          before = warp_before;
          if (has_lanes) op.combine(before, lanes_before[r]);
        }
        ItemCursor<kSegments> item(*frame.launch, first + lane_first + r * kRow);
        PLANISH_UNROLLED
        for (int k = 0; k < kWidth; k++) {
          if (has(r, k)) {
            if (k > 0) item.next();
            Value value = values[r][k];
            if (has_before || has_lanes) {
              value = before;
              op.combine(value, values[r][k]);
            }
            write(item, value, r * kWidth + k);
          }
        }
      }
    }
  }

  PLANISH_KERNEL_INLINE void run() const {
    for_each_tile<kWidth * kRows>(*this, *frame.launch, frame.launch->numbers[2],
                                  frame.launch->numbers[3]);
  }
};

template <int kWords, Segments kSegments>
PLANISH_KERNEL_INLINE void scan(const Frame& frame, const ScanFunctions& functions, int32_t flags) {
  constexpr ItemShape kCheap = item_shape(kWords, true);
  constexpr ItemShape kOther = item_shape(kWords, false);
  const Operator<kWords> op{frame, functions.combine, functions.neutral};
  if ((flags & PLANISH_OPERATOR_CHEAP) != 0) {
    const Scan<kWords, kCheap.width, kCheap.rows, kSegments> scan{{op}, functions, frame};
    scan.run();
  } else {
    const Scan<kWords, kOther.width, kOther.rows, kSegments> scan{{op}, functions, frame};
    scan.run();
  }
}

}  // namespace planish::kernels
