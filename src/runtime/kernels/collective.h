// What the threads of a warp or of a block do together with accumulators.
//
// Note [Order]
// Operators need not be commutative: what is combined is always two neighbouring ranges of items,
// the left one first. How ranges are paired depends on sizes only, so results are the same to the
// bit each time.
//
// Note [Failing threads]
// A thread whose function fails goes on with the neutral value, because others wait for it at
// barriers. Nobody looks at what comes out.
#pragma once

#include "runtime/device_operators.h"
#include "runtime/kernels/sizes.h"
#include "runtime/kernels/thread.h"

namespace planish::kernels {

using Context = planish_context;
using ElementFunction = int32_t (*)(Context*, const void*, int64_t segment, int64_t start,
                                    int64_t index, void* accumulator);
using CombineFunction = int32_t (*)(Context*, const void*, void* left, const void* right);
using NeutralFunction = int32_t (*)(Context*, const void*, void* accumulator);
using FinishFunction = int32_t (*)(Context*, const void*, int64_t segment, const void* accumulator);

// What all functions of a kernel get.
struct Frame {
  Context* thread;
  const void* closure;
  const planish_launch* launch;
};

template <int kWords>
struct alignas(8) Accumulator {
  uint32_t words[kWords];
};

template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> shuffled_up(const Accumulator<kWords>& from,
                                                      uint32_t distance) {
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) out.words[w] = planish_gpu_shuffle_up(from.words[w], distance);
  return out;
}
template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> shuffled_down(const Accumulator<kWords>& from,
                                                        uint32_t distance) {
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) out.words[w] = planish_gpu_shuffle_down(from.words[w], distance);
  return out;
}
template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> shuffled(const Accumulator<kWords>& from, uint32_t lane) {
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) out.words[w] = planish_gpu_shuffle(from.words[w], lane);
  return out;
}

template <int kWords>
PLANISH_KERNEL_INLINE void put(uint32_t* to, const Accumulator<kWords>& value) {
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) to[w] = value.words[w];
}
template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> taken(const uint32_t* from) {
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) out.words[w] = from[w];
  return out;
}
// As `taken` of words that begin at a multiple of their number, up to 4, in memory that is aligned
// to 16 bytes: with the widest loads that fit.
template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> taken_aligned(const uint32_t* from) {
  constexpr int kWide = kWords % 4 == 0 ? 4 : kWords % 2 == 0 ? 2 : 1;
  struct alignas(kWide * 4) Group {
    uint32_t words[kWide];
  };
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w += kWide) {
    const Group group = *reinterpret_cast<const Group*>(from + w);
    PLANISH_UNROLLED
    for (int k = 0; k < kWide; k++) out.words[w + k] = group.words[k];
  }
  return out;
}
// What another block has written, after an acquiring load has seen that it has.
template <int kWords>
PLANISH_KERNEL_INLINE Accumulator<kWords> taken_from_other_block(const uint32_t* from) {
  Accumulator<kWords> out;
  PLANISH_UNROLLED
  for (int w = 0; w < kWords; w++) out.words[w] = load_relaxed(from + w);
  return out;
}

// The operator of a reduction or a scan.
template <int kWords>
struct Operator {
  Frame frame;
  CombineFunction combine_function;
  NeutralFunction neutral_function;

  PLANISH_KERNEL_INLINE Accumulator<kWords> neutral() const {
    Accumulator<kWords> out;
    neutral_function(frame.thread, frame.closure, out.words);
    return out;
  }
  PLANISH_KERNEL_INLINE void combine(Accumulator<kWords>& left,
                                     const Accumulator<kWords>& right) const {
    const Accumulator<kWords> before = left;
    if (combine_function(frame.thread, frame.closure, left.words, right.words) != PLANISH_OK)
      left = before;
  }
};

// Lane 0 of each group of `lanes` lanes, a power of two, gets what its first `count` lanes have
// together.
template <int kWords, class Op>
PLANISH_KERNEL_INLINE void reduce_lanes(const Op& op, Accumulator<kWords>& value, uint32_t lanes,
                                        uint32_t count) {
  const uint32_t lane = lane_number() & (lanes - 1);
  PLANISH_UNROLLED
  for (uint32_t distance = 1; distance < kWarp; distance *= 2) {
    if (distance >= lanes) break;
    const Accumulator<kWords> right = shuffled_down(value, distance);
    if ((lane & (2 * distance - 1)) == 0 && lane + distance < count) op.combine(value, right);
  }
}

// Thread 0 gets what all threads have together. `shared` has room for an accumulator of each warp.
// Threads of the block must have done with it before.
template <int kWords, class Op>
PLANISH_KERNEL_INLINE void reduce_block(const Op& op, Accumulator<kWords>& value,
                                        uint32_t* shared) {
  reduce_lanes(op, value, kWarp, kWarp);
  if (lane_number() == 0) put(shared + warp_number() * kWords, value);
  planish_gpu_barrier();
  if (planish_gpu_thread() == 0) {
    for (uint32_t warp = 1; warp < warp_count(); warp++)
      op.combine(value, taken<kWords>(shared + warp * kWords));
  }
}

// Each lane gets what the lanes up to it have together. Lanes from `count` on have nothing.
template <int kWords, class Op>
PLANISH_KERNEL_INLINE void scan_lanes(const Op& op, Accumulator<kWords>& value, uint32_t count) {
  const uint32_t lane = lane_number();
  PLANISH_UNROLLED
  for (uint32_t distance = 1; distance < kWarp; distance *= 2) {
    Accumulator<kWords> left = shuffled_up(value, distance);
    if (lane >= distance && lane < count) {
      op.combine(left, value);
      value = left;
    }
  }
}

}  // namespace planish::kernels
