// Reductions of segments that are equally long.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

template <int kWords>
struct Reduction {
  Operator<kWords> op;
  ElementFunction element_function;
  FinishFunction finish_function;

  using Value = Accumulator<kWords>;

  PLANISH_KERNEL_INLINE Value element(int64_t segment, int64_t start, int64_t index) const {
    Value out;
    if (element_function(op.frame.thread, op.frame.closure, segment, start, index, out.words) !=
        PLANISH_OK)
      out = op.neutral();
    return out;
  }

  PLANISH_KERNEL_INLINE void finish(int64_t segment, const Value& value) const {
    finish_function(op.frame.thread, op.frame.closure, segment, value.words);
  }

  // What kCount neighbours have together.
  template <int kCount>
  PLANISH_KERNEL_INLINE Value neighbours(int64_t segment, int64_t start, int64_t index) const {
    Value values[kCount];
    PLANISH_UNROLLED
    for (int k = 0; k < kCount; k++) values[k] = element(segment, start, index + k);
    PLANISH_UNROLLED
    for (int distance = 1; distance < kCount; distance *= 2) {
      PLANISH_UNROLLED
      for (int k = 0; k < kCount; k += 2 * distance) op.combine(values[k], values[k + distance]);
    }
    return values[0];
  }

  // Adds every lanes-th group of kWidth neighbours in [begin, end), beginning with that of the
  // lane; kAtOnce of them at a time.
  template <int kWidth, int kAtOnce>
  PLANISH_KERNEL_INLINE void add_strided(Value& sum, int64_t segment, int64_t start, int64_t begin,
                                         int64_t end, uint32_t lane, uint32_t lanes) const {
    const int64_t stride = int64_t{lanes} * kWidth;
    assume_multiple(begin, kWidth);
    assume_multiple(start, kWidth);
    int64_t at = begin + int64_t{lane} * kWidth;
    for (; at + (kAtOnce - 1) * stride < end; at += kAtOnce * stride) {
      Value values[kAtOnce];
      PLANISH_UNROLLED
      for (int k = 0; k < kAtOnce; k++)
        values[k] = neighbours<kWidth>(segment, start, at + k * stride);
      PLANISH_UNROLLED
      for (int k = 0; k < kAtOnce; k++) op.combine(sum, values[k]);
    }
    if constexpr (kAtOnce > 1) {
      for (; at < end; at += stride) op.combine(sum, neighbours<kWidth>(segment, start, at));
    }
  }

  // Adds the items [begin, end) in order.
  PLANISH_KERNEL_INLINE void add_in_order(Value& sum, int64_t segment, int64_t start, int64_t begin,
                                          int64_t end) const {
    for (int64_t at = begin; at < end; at++) op.combine(sum, element(segment, start, at));
  }

  // What a warp has of the items [begin, end), in order: lane 0 gets it. Lanes do `count` neighbours
  // at a time; kUnrolled: that is kItemsInOrder.
  template <bool kUnrolled>
  PLANISH_KERNEL_INLINE Value sum_of_warp(int64_t segment, int64_t start, int64_t begin,
                                          int64_t end, int64_t count) const {
    Value sum = op.neutral();
    const uint32_t lane = lane_number();
    for (int64_t base = begin; base < end; base += count * kWarp) {
      const int64_t first = base + int64_t{lane} * count;
      Value value;
      if (kUnrolled && base + count * kWarp <= end) {
        value = neighbours<kItemsInOrder>(segment, start, first);
      } else {
        value = op.neutral();
        add_in_order(value, segment, start, first, smaller(first + count, end));
      }
      const int64_t filled = quotient(end - base + count - 1, count);
      reduce_lanes(op, value, kWarp, static_cast<uint32_t>(smaller<int64_t>(filled, kWarp)));
      if (lane == 0) op.combine(sum, value);
    }
    return sum;
  }
};

// What a block has of the items [begin, end): thread 0 gets it.
template <int kWords, int kWidth>
PLANISH_KERNEL_INLINE Accumulator<kWords> sum_of_block(const Reduction<kWords>& reduction,
                                                       int64_t segment, int64_t start,
                                                       int64_t begin, int64_t end, int32_t flags,
                                                       uint32_t* shared) {
  const bool is_cheap = (flags & PLANISH_OPERATOR_CHEAP) != 0;
  Accumulator<kWords> sum;
  if ((flags & PLANISH_OPERATOR_COMMUTATIVE) != 0) {
    sum = reduction.op.neutral();
    if (is_cheap) {
      reduction.template add_strided<kWidth, (kWords > 4 ? 2 : 4)>(
          sum, segment, start, begin, end, planish_gpu_thread(), planish_gpu_threads());
    } else {
      reduction.template add_strided<1, 1>(sum, segment, start, begin, end, planish_gpu_thread(),
                                           planish_gpu_threads());
    }
  } else {
    // Each warp does a part of its own. Few long items are shared among all lanes.
    const int64_t threads = planish_gpu_threads();
    const int64_t each = quotient(end - begin + threads - 1, threads);
    const int64_t count =
        is_cheap ? kItemsInOrder : larger<int64_t>(1, smaller<int64_t>(each, kItemsInOrder));
    const int64_t step = count * kWarp;
    const int64_t steps = quotient(end - begin + step - 1, step);
    const int64_t part = quotient(steps + warp_count() - 1, warp_count()) * step;
    const int64_t from = smaller(begin + part * warp_number(), end);
    const int64_t to = smaller(from + part, end);
    sum = is_cheap ? reduction.template sum_of_warp<true>(segment, start, from, to, kItemsInOrder)
                   : reduction.template sum_of_warp<false>(segment, start, from, to, count);
  }
  if ((flags & PLANISH_OPERATOR_COMMUTATIVE) != 0) {
    reduce_block(reduction.op, sum, shared);
  } else {
    if (lane_number() == 0) put(shared + warp_number() * kWords, sum);
    planish_gpu_barrier();
    if (planish_gpu_thread() == 0) {
      for (uint32_t warp = 1; warp < warp_count(); warp++)
        reduction.op.combine(sum, taken<kWords>(shared + warp * kWords));
    }
  }
  return sum;
}

// Segments are cut into pieces, each of which a block does. The last one to finish of a segment
// combines what all of them have.
// numbers: segments, width, pieces of a segment, items of a piece (a multiple of what a block does
// at a time); pointers: sums of all pieces, a ticket for each segment, which is 0 before and after.
// Shared memory: an accumulator for each warp.
template <int kWords, int kWidth>
PLANISH_KERNEL_INLINE void reduce_pieces(const Reduction<kWords>& reduction, int32_t flags) {
  const planish_launch& launch = *reduction.op.frame.launch;
  const int64_t segments = launch.numbers[0], width = launch.numbers[1];
  const int64_t pieces = launch.numbers[2], items = launch.numbers[3];
  auto* sums = static_cast<uint32_t*>(launch.pointers[0]);
  auto* tickets = static_cast<uint32_t*>(launch.pointers[1]);
  auto* shared = static_cast<uint32_t*>(planish_gpu_shared());
  const bool is_first = planish_gpu_thread() == 0;
  for (int64_t unit = planish_gpu_block(); unit < segments * pieces; unit += planish_gpu_blocks()) {
    const int64_t segment = quotient(unit, pieces);
    const int64_t begin = (unit - segment * pieces) * items;
    Accumulator<kWords> sum = sum_of_block<kWords, kWidth>(
        reduction, segment, segment * width, begin, smaller(begin + items, width), flags, shared);
    if (pieces == 1) {
      if (is_first) reduction.finish(segment, sum);
      planish_gpu_barrier();
      continue;
    }
    uint32_t is_last = 0;
    if (is_first) {
      put(sums + unit * kWords, sum);
      is_last = add_acquire_release(tickets + segment, uint32_t{1}) == pieces - 1 ? 1 : 0;
    }
    if (planish_gpu_barrier_or(is_last) == 0) continue;
    // The other threads see what was written, too.
    planish_gpu_fence();
    const int64_t each = quotient(pieces + planish_gpu_threads() - 1, planish_gpu_threads());
    const int64_t from = smaller(each * planish_gpu_thread(), pieces);
    const int64_t to = smaller(from + each, pieces);
    const uint32_t* own = sums + segment * pieces * kWords;
    sum = reduction.op.neutral();
    for (int64_t piece = from; piece < to; piece++)
      reduction.op.combine(sum, taken_from_other_block<kWords>(own + piece * kWords));
    reduce_block(reduction.op, sum, shared);
    if (is_first) {
      reduction.finish(segment, sum);
      store_relaxed(tickets + segment, uint32_t{0});
    }
    planish_gpu_barrier();
  }
}

// kRows segments for each group of lanes. They follow each other in steps of `step`. Guarded: some
// of them may not be there.
template <int kWords, int kWidth, int kRows, bool kGuarded>
PLANISH_KERNEL_INLINE void reduce_some_rows(const Reduction<kWords>& reduction, int64_t first,
                                            int64_t step, uint32_t lanes, int32_t flags) {
  const planish_launch& launch = *reduction.op.frame.launch;
  const int64_t segments = launch.numbers[0], width = launch.numbers[1];
  const uint32_t lane = lane_number() & (lanes - 1);
  assume_multiple(width, kWidth);
  Accumulator<kWords> sums[kRows];
  PLANISH_UNROLLED
  for (int r = 0; r < kRows; r++) sums[r] = reduction.op.neutral();
  if ((flags & PLANISH_OPERATOR_COMMUTATIVE) != 0) {
    for (int64_t at = int64_t{lane} * kWidth; at < width; at += int64_t{lanes} * kWidth) {
      Accumulator<kWords> values[kRows];
      PLANISH_UNROLLED
      for (int r = 0; r < kRows; r++) {
        const int64_t segment = first + r * step;
        if (!kGuarded || segment < segments)
          values[r] = reduction.template neighbours<kWidth>(segment, segment * width, at);
      }
      PLANISH_UNROLLED
      for (int r = 0; r < kRows; r++) {
        if (!kGuarded || first + r * step < segments) reduction.op.combine(sums[r], values[r]);
      }
    }
  } else {
    const int64_t each = quotient(width + lanes - 1, lanes);
    const int64_t begin = smaller(each * lane, width);
    PLANISH_UNROLLED
    for (int r = 0; r < kRows; r++) {
      const int64_t segment = first + r * step;
      if (!kGuarded || segment < segments)
        reduction.add_in_order(sums[r], segment, segment * width, begin,
                               smaller(begin + each, width));
    }
  }
  PLANISH_UNROLLED
  for (int r = 0; r < kRows; r++) {
    const int64_t segment = first + r * step;
    reduce_lanes(reduction.op, sums[r], lanes, lanes);
    if (lane == 0 && (!kGuarded || segment < segments)) reduction.finish(segment, sums[r]);
  }
}

// Each segment is done by some lanes of a warp.
// numbers: segments, width, lanes (a power of two).
template <int kWords, int kWidth, int kRows>
PLANISH_KERNEL_INLINE void reduce_rows_at_once(const Reduction<kWords>& reduction, int32_t flags) {
  const planish_launch& launch = *reduction.op.frame.launch;
  const int64_t segments = launch.numbers[0];
  const auto lanes = static_cast<uint32_t>(launch.numbers[2]);
  const int64_t groups = planish_gpu_threads() / lanes;
  const int64_t group = planish_gpu_thread() / lanes;
  const int64_t rows = groups * kRows;
  for (int64_t base = rows * planish_gpu_block(); base < segments;
       base += rows * planish_gpu_blocks()) {
    if (base + rows <= segments) {
      reduce_some_rows<kWords, kWidth, kRows, false>(reduction, base + group, groups, lanes, flags);
    } else {
      for (int64_t first = base; first < segments; first += groups)
        reduce_some_rows<kWords, kWidth, 1, true>(reduction, first + group, groups, lanes, flags);
    }
  }
}

template <int kWords, int kWidth>
PLANISH_KERNEL_INLINE void reduce_rows(const Reduction<kWords>& reduction, int32_t flags) {
  constexpr int kMany = kWords > 4 ? 1 : 4;
  if ((flags & PLANISH_OPERATOR_CHEAP) != 0) {
    reduce_rows_at_once<kWords, kWidth, kMany>(reduction, flags);
  } else {
    reduce_rows_at_once<kWords, 1, 1>(reduction, flags);
  }
}

}  // namespace planish::kernels
