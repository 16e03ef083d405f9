// What kernels are made of beside plain code. In device modules these are external functions, which
// are lowered to instructions of the GPU or to calls of the emulator; in code that is compiled for
// the host they are functions of the emulator.
#pragma once

#include <stdint.h>

// Kernels that are compiled for the host call the emulator.
#if !defined(__NVPTX__)
#include "runtime/emulator/intrinsics.h"
#define planish_gpu_thread planish_emulator_thread
#define planish_gpu_threads planish_emulator_threads
#define planish_gpu_block planish_emulator_block
#define planish_gpu_blocks planish_emulator_blocks
#define planish_gpu_barrier planish_emulator_barrier
#define planish_gpu_barrier_or planish_emulator_barrier_or
#define planish_gpu_shuffle_up planish_emulator_shuffle_up
#define planish_gpu_shuffle_down planish_emulator_shuffle_down
#define planish_gpu_shuffle planish_emulator_shuffle
#define planish_gpu_ballot planish_emulator_ballot
#define planish_gpu_warp_barrier planish_emulator_warp_barrier
#define planish_gpu_shared planish_emulator_shared
#define planish_gpu_pause planish_emulator_pause
#define planish_gpu_fence planish_emulator_fence
#define planish_gpu_stack() reinterpret_cast<uint64_t>(__builtin_frame_address(0))
#endif

// For lambdas.
#define PLANISH_INLINED __attribute__((always_inline))
#if defined(__clang__)
#define PLANISH_UNROLLED _Pragma("clang loop unroll(full)")
#define PLANISH_NOT_UNROLLED _Pragma("clang loop unroll(disable)")
#else
#define PLANISH_UNROLLED
#define PLANISH_NOT_UNROLLED
#endif

#define PLANISH_KERNEL_INLINE inline __attribute__((always_inline))

#if defined(__NVPTX__)
// Threads of a warp or block take part together: calls may not be moved into branches.
#define PLANISH_TOGETHER __attribute__((convergent, nothrow))
#define PLANISH_ALONE __attribute__((nothrow))

extern "C" {
// Not changed by anything while a thread runs.
PLANISH_ALONE __attribute__((const)) uint32_t planish_gpu_thread();   // in its block, from 0
PLANISH_ALONE __attribute__((const)) uint32_t planish_gpu_threads();  // of a block: 32, 64, 96, …
PLANISH_ALONE __attribute__((const)) uint32_t planish_gpu_block();    // in the grid
PLANISH_ALONE __attribute__((const)) uint32_t planish_gpu_blocks();
PLANISH_ALONE __attribute__((const)) void* planish_gpu_shared();  // of the block, aligned to 16

PLANISH_TOGETHER void planish_gpu_barrier();  // of the block; orders memory
PLANISH_TOGETHER uint32_t planish_gpu_barrier_or(uint32_t condition);
// All 32 lanes take part in these; a lane without a source gets its own value.
PLANISH_TOGETHER uint32_t planish_gpu_shuffle_up(uint32_t value, uint32_t distance);
PLANISH_TOGETHER uint32_t planish_gpu_shuffle_down(uint32_t value, uint32_t distance);
PLANISH_TOGETHER uint32_t planish_gpu_shuffle(uint32_t value, uint32_t lane);
PLANISH_TOGETHER uint32_t planish_gpu_ballot(uint32_t condition);
PLANISH_TOGETHER void planish_gpu_warp_barrier();  // orders memory within the warp

PLANISH_ALONE void planish_gpu_pause();      // while waiting for another block
PLANISH_ALONE void planish_gpu_fence();      // orders memory for the whole device
PLANISH_ALONE uint64_t planish_gpu_stack();  // an address at the top of the stack, which grows down
}
#endif

namespace planish::kernels {

inline constexpr uint32_t kWarp = 32;

// Atomic operations, seen by the whole device.
#if defined(__clang__) && defined(__MEMORY_SCOPE_DEVICE)
#define PLANISH_ATOMIC(operation, ...) \
  __scoped_atomic_##operation(__VA_ARGS__, __MEMORY_SCOPE_DEVICE)
#else
#define PLANISH_ATOMIC(operation, ...) __atomic_##operation(__VA_ARGS__)
#endif

template <class T>
PLANISH_KERNEL_INLINE T load_relaxed(const T* at) {
  return PLANISH_ATOMIC(load_n, at, __ATOMIC_RELAXED);
}
template <class T>
PLANISH_KERNEL_INLINE T load_acquire(const T* at) {
  return PLANISH_ATOMIC(load_n, at, __ATOMIC_ACQUIRE);
}
template <class T>
PLANISH_KERNEL_INLINE void store_relaxed(T* at, T value) {
  PLANISH_ATOMIC(store_n, at, value, __ATOMIC_RELAXED);
}
template <class T>
PLANISH_KERNEL_INLINE void store_release(T* at, T value) {
  PLANISH_ATOMIC(store_n, at, value, __ATOMIC_RELEASE);
}
template <class T>
PLANISH_KERNEL_INLINE T add_relaxed(T* at, T value) {
  return PLANISH_ATOMIC(fetch_add, at, value, __ATOMIC_RELAXED);
}
template <class T>
PLANISH_KERNEL_INLINE T add_acquire_release(T* at, T value) {
  return PLANISH_ATOMIC(fetch_add, at, value, __ATOMIC_ACQ_REL);
}
template <class T>
PLANISH_KERNEL_INLINE T exchange_acquire(T* at, T value) {
  return PLANISH_ATOMIC(exchange_n, at, value, __ATOMIC_ACQUIRE);
}
// Puts `value` there if what is there is `expected`.
PLANISH_KERNEL_INLINE bool claim(uint32_t* at, uint32_t expected, uint32_t value) {
  return PLANISH_ATOMIC(compare_exchange_n, at, &expected, value, false, __ATOMIC_RELAXED,
                        __ATOMIC_RELAXED);
}

PLANISH_KERNEL_INLINE uint32_t lane_number() { return planish_gpu_thread() % kWarp; }
PLANISH_KERNEL_INLINE uint32_t warp_number() { return planish_gpu_thread() / kWarp; }
PLANISH_KERNEL_INLINE uint32_t warp_count() { return planish_gpu_threads() / kWarp; }

PLANISH_KERNEL_INLINE uint64_t shuffle64(uint64_t value, uint32_t lane) {
  const uint32_t low = planish_gpu_shuffle(static_cast<uint32_t>(value), lane);
  const uint32_t high = planish_gpu_shuffle(static_cast<uint32_t>(value >> 32), lane);
  return static_cast<uint64_t>(high) << 32 | low;
}
PLANISH_KERNEL_INLINE uint64_t shuffle_down64(uint64_t value, uint32_t distance) {
  const uint32_t low = planish_gpu_shuffle_down(static_cast<uint32_t>(value), distance);
  const uint32_t high = planish_gpu_shuffle_down(static_cast<uint32_t>(value >> 32), distance);
  return static_cast<uint64_t>(high) << 32 | low;
}

// Division of numbers that are not negative; most of them are short, for which it is much cheaper.
PLANISH_KERNEL_INLINE int64_t quotient(int64_t number, int64_t by) {
  if (((static_cast<uint64_t>(number) | static_cast<uint64_t>(by)) >> 32) == 0)
    return static_cast<uint32_t>(number) / static_cast<uint32_t>(by);
  return static_cast<int64_t>(static_cast<uint64_t>(number) / static_cast<uint64_t>(by));
}

// The number is a multiple of another, which is a power of two: for accesses that are joined.
PLANISH_KERNEL_INLINE void assume_multiple(int64_t number, int64_t of) {
#if defined(__clang__)
  __builtin_assume((number & (of - 1)) == 0);
#else
  if ((number & (of - 1)) != 0) __builtin_unreachable();
#endif
}

template <class T>
PLANISH_KERNEL_INLINE constexpr T smaller(T a, T b) {
  return a < b ? a : b;
}
template <class T>
PLANISH_KERNEL_INLINE T larger(T a, T b) {
  return a < b ? b : a;
}

}  // namespace planish::kernels
