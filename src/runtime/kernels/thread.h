// A thread of a kernel, as thread functions see it: what `planish_context*` points to in them.
//
// Note [Threads and registers]
// Nothing in a planish_thread changes, and the functions that get one are inlined and hand on what
// they read from it, never its address. So it lives in registers, or nowhere.
//
// Note [Arenas]
// A thread that allocates has an arena: bytes of its own in device memory. A small one lies on the
// thread's stack: there the hardware interleaves the words of the lanes of a warp, so that lanes that
// do the same access words side by side. The head of an arena says how much
// is used, and has a list of free blocks for each size class, which are powers of two. Loops thus
// reuse what they free. When an arena is used up, the thread function fails and the host runs the
// kernel again with larger ones. Small arenas lie on stacks: there the hardware interleaves those of
// the lanes of a warp, so that lanes that do the same access words side by side.
#pragma once

#include "runtime/device_abi.h"
#include "runtime/kernels/intrinsics.h"
#include "runtime/kernels/sizes.h"

struct planish_thread {
  planish_device_state* state;
  char* arena;  // null: there is none, or it is too small for anything
  int64_t arena_bytes;
  const planish_slot* constants;
  uint64_t stack_end;  // where recursion must stop; 0: unknown
  uint64_t number;     // among all threads of the launch
  uint32_t launch;
};

namespace planish::kernels {

PLANISH_KERNEL_INLINE const planish_thread& as_thread(planish_context* context) {
  return *reinterpret_cast<const planish_thread*>(context);
}
PLANISH_KERNEL_INLINE planish_context* as_context(planish_thread* thread) {
  return reinterpret_cast<planish_context*>(thread);
}

// ---- Arenas

inline constexpr int32_t kLeastClass = 7;  // 128 bytes: a header and a line
inline constexpr int32_t kClasses = 29;

// Places are counted in lines of 64 bytes.
inline constexpr int64_t kLine = 64;
struct ArenaHead {
  uint32_t used;
  uint32_t free[kClasses];  // of each class: where the first free block is; 0: none
};
inline constexpr int64_t kArenaHeadBytes = (sizeof(ArenaHead) + kLine - 1) / kLine * kLine;

PLANISH_KERNEL_INLINE void clear_arena(char* arena) {
  auto* head = reinterpret_cast<ArenaHead*>(arena);
  head->used = kArenaHeadBytes / kLine;
  for (int32_t k = 0; k < kClasses; k++) head->free[k] = 0;
}

PLANISH_KERNEL_INLINE int32_t class_of(int64_t bytes) {
  const auto whole = static_cast<uint64_t>(bytes + PLANISH_BLOCK_HEADER);
  const int32_t bits = 64 - __builtin_clzll(whole - 1);
  return bits < kLeastClass ? kLeastClass : bits;
}

// Null: it does not fit.
inline planish_block* allocate_in(char* arena, int64_t arena_bytes, int64_t bytes) {
  if (arena == nullptr) return nullptr;
  auto* head = reinterpret_cast<ArenaHead*>(arena);
  const int32_t size_class = class_of(bytes);
  if (size_class - kLeastClass >= kClasses) return nullptr;
  uint32_t& free = head->free[size_class - kLeastClass];
  int64_t at = free;
  if (at != 0) {
    free = *reinterpret_cast<uint32_t*>(arena + at * kLine);
  } else {
    const int64_t lines = (int64_t{1} << size_class) / kLine;
    at = head->used;
    if (lines > arena_bytes / kLine - at) return nullptr;
    head->used = static_cast<uint32_t>(at + lines);
  }
  auto* block = reinterpret_cast<planish_block*>(arena + at * kLine);
  block->references = 1;
  block->bytes = bytes;
  return block;
}

inline void free_in(char* arena, planish_block* block) {
  auto* head = reinterpret_cast<ArenaHead*>(arena);
  uint32_t& free = head->free[class_of(block->bytes) - kLeastClass];
  *reinterpret_cast<uint32_t*>(block) = free;
  free = static_cast<uint32_t>((reinterpret_cast<char*>(block) - arena) / kLine);
}

// ---- Failures

// Says that the host has something to look at.
PLANISH_KERNEL_INLINE void give_notice(planish_device_state* state) {
  planish_gpu_fence();
  *state->noticed = 1;
}

struct Failure {
  int32_t status;
  const planish_check_site* site = nullptr;
  const uint64_t* values = nullptr;
  int64_t value_count = 0;
  int64_t bytes = 0;
};

// Calls `body` with the record, while no other thread has it.
template <class Body>
PLANISH_KERNEL_INLINE void with_record(planish_device_state* state, Body body) {
  uint32_t* lock = &state->failure.lock;
  // Whoever has the lock must not wait for another lane of its warp.
  for (bool is_done = false; !is_done;) {
    if (exchange_acquire(lock, uint32_t{1}) == 0) {
      body(state->failure);
      store_release(lock, uint32_t{0});
      is_done = true;
    } else {
      planish_gpu_pause();
    }
  }
}

inline constexpr uint32_t kRecorded = 1;
inline constexpr uint32_t kRecordedBefore = 2;

PLANISH_KERNEL_INLINE void fill_record(planish_device_failure& record, uint64_t thread,
                                       const Failure& failure) {
  if (record.recorded != 0 && record.thread == thread) record.recorded = kRecordedBefore;
  if (record.recorded != 0 && record.thread <= thread) return;
  record.recorded = kRecorded;
  record.thread = thread;
  record.status = failure.status;
  record.site = failure.site;
  for (int64_t k = 0; k < failure.value_count; k++) record.values[k] = failure.values[k];
  record.bytes = failure.bytes;
  record.call_count = 0;
  record.calls_left_out = 0;
  record.place = nullptr;
}

// Of the threads of a launch that fail, the one with the smallest number counts.
inline void record_failure(planish_device_state* state, uint32_t launch, uint64_t thread,
                           const Failure& failure) {
  if (claim(&state->failure.claimed, 0, launch)) give_notice(state);
  with_record(state, [&](planish_device_failure& record)
                         PLANISH_INLINED { fill_record(record, thread, failure); });
}

// Is what is recorded what this thread failed with last?
PLANISH_KERNEL_INLINE bool is_of(const planish_device_failure& record,
                                 const planish_thread& thread) {
  return record.recorded == kRecorded && record.thread == thread.number;
}

// ---- Functions of runtime/abi.h in threads

PLANISH_KERNEL_INLINE planish_block* thread_allocate(const planish_thread& thread, int64_t bytes) {
  constexpr int64_t kTooMuch = int64_t{1} << 46;
  if (bytes < 0 || bytes > kTooMuch) {
    record_failure(thread.state, thread.launch, thread.number,
                   {.status = PLANISH_OUT_OF_MEMORY, .bytes = bytes});
    return nullptr;
  }
  planish_block* block = allocate_in(thread.arena, thread.arena_bytes, bytes);
  if (block == nullptr) {
    store_relaxed(&thread.state->arena_too_small, uint32_t{1});
    give_notice(thread.state);
  }
  return block;
}

PLANISH_KERNEL_INLINE void thread_free(const planish_thread& thread, planish_block* block) {
  free_in(thread.arena, block);
}

inline planish_block* thread_grow(const planish_thread& thread, planish_block* block, int64_t used,
                                  int64_t bytes) {
  // What is too large for any memory is a negative number, and stays so.
  planish_block* grown =
      thread_allocate(thread, bytes < 0 ? bytes : larger(bytes, 2 * block->bytes));
  if (grown == nullptr) return nullptr;
  const char* from = reinterpret_cast<const char*>(block) + PLANISH_BLOCK_HEADER;
  char* to = reinterpret_cast<char*>(grown) + PLANISH_BLOCK_HEADER;
  int64_t at = 0;
  for (; at + 8 <= used; at += 8)
    *reinterpret_cast<uint64_t*>(to + at) = *reinterpret_cast<const uint64_t*>(from + at);
  for (; at < used; at++) to[at] = from[at];
  thread_free(thread, block);
  return grown;
}

inline constexpr int64_t kMostValues = 8;

// How many values there are cannot be seen here: the parts of the site lie on the host.
PLANISH_KERNEL_INLINE int32_t thread_fail(const planish_thread& thread,
                                          const planish_check_site* site, const uint64_t* values,
                                          int64_t value_count) {
  record_failure(thread.state, thread.launch, thread.number,
                 {.status = PLANISH_FAILED,
                  .site = site,
                  .values = values,
                  .value_count = smaller(value_count, kMostValues)});
  return PLANISH_FAILED;
}

PLANISH_KERNEL_INLINE void thread_add_caller(const planish_thread& thread, const void* path,
                                             int64_t path_count) {
  constexpr int64_t kFirst = 12, kLast = 4;
  with_record(thread.state, [&](planish_device_failure& record) PLANISH_INLINED {
    if (!is_of(record, thread)) return;
    const int64_t number = record.call_count;
    record.call_count = number + 1;
    const int64_t at = number < kFirst ? number : kFirst + (number - kFirst) % kLast;
    if (number >= kFirst + kLast) record.calls_left_out += record.call_lengths[at];
    record.calls[at] = path;
    record.call_lengths[at] = path_count;
  });
}

PLANISH_KERNEL_INLINE void thread_add_place(const planish_thread& thread, const void* path,
                                            int64_t path_count) {
  with_record(thread.state, [&](planish_device_failure& record) PLANISH_INLINED {
    if (!is_of(record, thread) || record.site != nullptr || record.place != nullptr) return;
    record.place = path;
    record.place_length = path_count;
  });
}

// The parameter, if it was set.
PLANISH_KERNEL_INLINE int64_t thread_tuned(const planish_thread& thread, int64_t number,
                                           int64_t fallback) {
  const planish_device_tuned tuned = thread.state->tuned[number];
  return tuned.is_set != 0 ? tuned.value : fallback;
}

// The elements lie one after the other.
inline void thread_trace(const planish_thread& thread, const void* tag, int32_t prim,
                         int64_t element_bytes, int64_t rank, const int64_t* dims,
                         const void* data) {
  int64_t bytes = element_bytes;
  for (int64_t d = 0; d < rank; d++) bytes *= dims[d];
  planish_device_traces& traces = thread.state->traces;
  const uint64_t words = kTraceHead + static_cast<uint64_t>(rank + (bytes + 7) / 8);
  const uint64_t at = add_relaxed(&traces.used, words);
  give_notice(thread.state);
  if (traces.room < kTraceHead || at > traces.room - kTraceHead) return;
  uint64_t* record = traces.words + at;
  record[0] = thread.number;
  record[1] = words;
  if (words > traces.room - at) return;
  record[2] = reinterpret_cast<uint64_t>(tag);
  record[3] = static_cast<uint64_t>(prim);
  record[4] = static_cast<uint64_t>(rank);
  record += kTraceHead;
  for (int64_t d = 0; d < rank; d++) record[d] = static_cast<uint64_t>(dims[d]);
  char* to = reinterpret_cast<char*>(record + rank);
  const char* from = static_cast<const char*>(data);
  for (int64_t k = 0; k < bytes; k++) to[k] = from[k];
}

PLANISH_KERNEL_INLINE int32_t thread_check_cancelled(const planish_thread& thread) {
  const volatile uint8_t* cancelled = thread.state->cancelled;
  if (*cancelled == 0) return PLANISH_OK;
  record_failure(thread.state, thread.launch, thread.number, {.status = PLANISH_CANCELLED});
  return PLANISH_CANCELLED;
}

PLANISH_KERNEL_INLINE int64_t thread_stack_left(const planish_thread& thread) {
  return static_cast<int64_t>(planish_gpu_stack() - thread.stack_end);
}

// The host makes the stack larger and runs the kernel again. If it cannot, there is a last run, in
// which threads say where they were.
PLANISH_KERNEL_INLINE int32_t thread_check_stack(const planish_thread& thread) {
  if (thread_stack_left(thread) > 0) return thread_check_cancelled(thread);
  if (thread.state->stack_is_largest != 0) {
    record_failure(thread.state, thread.launch, thread.number, {.status = PLANISH_FAILED});
    return PLANISH_FAILED;
  }
  store_relaxed(&thread.state->stack_too_small, uint32_t{1});
  give_notice(thread.state);
  return PLANISH_FAILED;
}

// The row in which the item is.
PLANISH_KERNEL_INLINE int64_t find_row(const int64_t* offsets, int64_t rows, int64_t item) {
  const int64_t wanted = item + offsets[0];
  int64_t low = 0, high = rows;  // offsets[low] <= wanted < offsets[high]
  while (high - low > 1) {
    const int64_t middle = (low + high) / 2;
    if (offsets[middle] <= wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// ---- The beginning of a kernel

// False: something has failed before, and there is nothing to do. `stack_arena`: launch->arena_bytes
// on the stack, if arenas lie there.
PLANISH_KERNEL_INLINE bool begin_kernel(planish_thread* thread, const planish_launch* launch,
                                        int32_t flags, char* stack_arena) {
  // Threads of one launch decide alike, also while one of them fails: so it does not matter whether
  // this is seen, and the load is a plain one, which the cache of a multiprocessor can answer.
  const uint32_t failed = launch->state->failure.claimed;
  const uint32_t launched = launch->number + launch->state->replayed;
  if (failed != 0 && failed != launched) return false;
  const uint64_t number =
      static_cast<uint64_t>(planish_gpu_block()) * planish_gpu_threads() + planish_gpu_thread();
  thread->state = launch->state;
  thread->constants = launch->constants;
  thread->number = number;
  thread->launch = launched;
  thread->arena = nullptr;
  thread->arena_bytes = 0;
  thread->stack_end = 0;
  if ((flags & PLANISH_KERNEL_ALLOCATES) != 0) {
    thread->arena_bytes = launch->arena_bytes;
    if (launch->arena_bytes >= kArenaHeadBytes) {
      char* all = static_cast<char*>(launch->arena);
      thread->arena =
          all == nullptr ? stack_arena : all + static_cast<int64_t>(number) * launch->arena_bytes;
      clear_arena(thread->arena);
    }
  }
  if ((flags & PLANISH_KERNEL_RECURSES) != 0)
    thread->stack_end = planish_gpu_stack() - launch->stack_bytes;
  return true;
}

}  // namespace planish::kernels
