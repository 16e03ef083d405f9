// How parallel operators are cut and run.
//
// Note [Cuts]
// Where the cut can be seen in a result (the rounding of floats), it depends on sizes and costs
// only. One thread then does the same pieces one after the other.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "runtime/native/context.h"
#include "runtime/native/failure.h"
#include "target/tasks.h"

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#define PLANISH_HAPPENS_BEFORE(address) __tsan_release(address)
#define PLANISH_HAPPENS_AFTER(address) __tsan_acquire(address)
#else
#define PLANISH_HAPPENS_BEFORE(address) (void)(address)
#define PLANISH_HAPPENS_AFTER(address) (void)(address)
#endif

namespace planish::native {

inline int64_t saturated_product(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

// What an item costs, as the context counts. 0: vectors do several in a nanosecond.
inline int64_t cost_in(const planish_context& context, int64_t item_cost) {
  if (item_cost <= 0 && context.config.cost_factor == 1) return 0;
  return saturated_product(std::max<int64_t>(1, item_cost), context.config.cost_factor);
}

// What so many items cost.
inline int64_t cost_of(int64_t items, int64_t item_cost) {
  return item_cost > 0 ? saturated_product(items, item_cost) : items / kTasks.vector_items;
}

// How many items cost so much.
inline int64_t items_for(int64_t cost, int64_t item_cost) {
  return item_cost > 0 ? std::max<int64_t>(1, cost / item_cost)
                       : saturated_product(cost, kTasks.vector_items);
}

// A row of `width` items in pieces of equal size, but for the last one.
struct Cut {
  int64_t width = 0;
  int64_t size = 1;
  int64_t pieces = 0;

  // At most so many pieces. Large ones begin at multiples of 64.
  static Cut into(int64_t width, int64_t pieces) {
    const int64_t size = std::max<int64_t>(1, (width - 1) / std::max<int64_t>(1, pieces) + 1);
    const int64_t rounded = size < 64 ? size : (size + 63) / 64 * 64;
    return {width, rounded, width == 0 ? 0 : (width - 1) / rounded + 1};
  }
  int64_t begin(int64_t piece) const { return piece * size; }
  int64_t end(int64_t piece) const { return std::min(width, (piece + 1) * size); }
};

// Whether what is called now is done by this thread alone.
inline bool is_alone(const planish_context& context) {
  return this_thread.in_task || context.tasks.threads() == 1;
}

// One parallel operator while it runs: the first status of a task that is not PLANISH_OK, after
// which the others stop.
class Region {
 public:
  explicit Region(planish_context& context) : context_(context) {}

  planish_context& context() { return context_; }
  int32_t status() const { return status_.load(std::memory_order_relaxed); }
  bool stopped() {
    if (status() != PLANISH_OK) return true;
    if (!context_.is_cancelled()) return false;
    stop(PLANISH_CANCELLED);
    return true;
  }
  void stop(int32_t status) {
    int32_t none = PLANISH_OK;
    if (status != PLANISH_OK) status_.compare_exchange_strong(none, status);
  }

  // Calls task(begin, end) on several threads for the parts of [0, count). `grain`: see
  // Tasks::for_ranges.
  template <class Task>
  int32_t run(int64_t count, int64_t grain, Task& task) {
    struct Closure {
      Region& region;
      Task& task;
    } closure{*this, task};
    PLANISH_HAPPENS_BEFORE(&closure);
    try {
      context_.tasks.for_ranges(
          count, grain,
          [](void* untyped, int64_t begin, int64_t end) {
            PLANISH_HAPPENS_AFTER(untyped);
            auto& [region, body] = *static_cast<Closure*>(untyped);
            region.run_task(body, begin, end);
            PLANISH_HAPPENS_BEFORE(untyped);
          },
          &closure);
    } catch (const std::bad_alloc&) {
      stop(record_out_of_memory(context_));
    }
    PLANISH_HAPPENS_AFTER(&closure);
    return status();
  }

 private:
  template <class Task>
  void run_task(Task& task, int64_t begin, int64_t end) {
    if (stopped()) return;
    ThreadState& state = this_thread;
    if (state.context != context_.number) {
      state.cache = &context_.memory.cache_of_this_thread();
      state.context = context_.number;
    }
    state.in_task = true;
    stop(task(begin, end));
    state.in_task = false;
    state.failure_dropped = false;
  }

  planish_context& context_;
  std::atomic<int32_t> status_ = PLANISH_OK;
};

// Calls work(begin, end) for the parts of [0, count): all of it at once where one thread does it.
// `work` gives a status.
template <class Work>
int32_t for_ranges(planish_context& context, int64_t count, int64_t item_cost, Work&& work) {
  if (count <= 0) return PLANISH_OK;
  if (context.is_cancelled()) return PLANISH_CANCELLED;
  if (is_alone(context) || count == 1 || cost_of(count, item_cost) < kTasks.inline_cost)
    return work(int64_t{0}, count);
  Region region(context);
  const int64_t poll = items_for(kTasks.poll_cost, item_cost);
  auto task = [&](int64_t begin, int64_t end) {
    int32_t status = PLANISH_OK;
    for (int64_t at = begin; at < end && status == PLANISH_OK && !region.stopped();) {
      const int64_t next = std::min(end, at + poll);
      status = work(at, next);
      at = next;
    }
    return status;
  };
  return region.run(count, items_for(kTasks.task_cost, item_cost), task);
}

// Calls work(piece) for each piece, each by itself.
template <class Work>
int32_t for_pieces(planish_context& context, int64_t pieces, int64_t piece_cost, Work&& work) {
  return for_ranges(context, pieces, piece_cost, [&](int64_t begin, int64_t end) {
    int32_t status = PLANISH_OK;
    for (int64_t piece = begin; piece < end && status == PLANISH_OK; piece++) {
      status = context.is_cancelled() ? int32_t{PLANISH_CANCELLED} : work(piece);
    }
    return status;
  });
}

// Memory for as long as a scope lasts.
class Scratch {
 public:
  // Whether it is a failure if there is no memory, or there is another way.
  enum class Need : uint8_t { Must, May };
  Scratch(planish_context& context, int64_t bytes, Need need = Need::Must)
      : context_(context),
        block_(need == Need::Must ? planish_allocate(&context, bytes)
                                  : try_to_allocate(context, bytes)) {}
  ~Scratch() {
    if (block_ != nullptr) planish_free(&context_, block_);
  }
  Scratch(Scratch&& other) noexcept
      : context_(other.context_), block_(std::exchange(other.block_, nullptr)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  explicit operator bool() const { return block_ != nullptr; }
  std::byte* data() const { return reinterpret_cast<std::byte*>(block_) + PLANISH_BLOCK_HEADER; }

 private:
  static planish_block* try_to_allocate(planish_context& context, int64_t bytes) {
    Block* block = context.memory.allocate(bytes, context.thread_cache());
    return block == nullptr ? nullptr : &block->visible;
  }

  planish_context& context_;
  planish_block* block_;
};

}  // namespace planish::native
