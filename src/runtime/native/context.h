// A context: all that the runtime keeps between calls of entry points, and while one runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/native/device_part.h"
#include "runtime/native/host.h"
#include "runtime/native/memory.h"
#include "runtime/native/stack.h"
#include "runtime/native/tasks.h"
#include "runtime/native/thread_state.h"

namespace planish::native {

// What went wrong in a run: the first failure counts.
struct FailureRecord {
  std::atomic<bool> recorded = false;
  std::mutex mutex;  // for what follows
  std::string message;
  bool lacks_place = false;            // nothing was said yet about where that was
  std::span<const char* const> place;  // of the check; texts of the program
  std::vector<const char*> calls;      // innermost first; of many only those at both ends
  int64_t call_count = 0;
  int64_t calls_ignored = 0;      // of those that are added next
  std::vector<std::string> path;  // all of it, after the run
};

}  // namespace planish::native

struct planish_context {
  explicit planish_context(const planish_config& config);
  ~planish_context();

  const uint64_t number;       // that no other context has
  const bool limit_asked_for;  // that of memory, which would be the machine's otherwise
  const planish_config config;
  planish::native::Memory memory;
  planish::native::Tasks tasks;
  planish::native::StackThread stack;
  planish::native::FailureRecord failure;
  std::atomic<bool> cancelled = false;
  const unsigned char* interrupt = nullptr;  // while a run is under way; may be null
  std::mutex run_mutex;                      // one run at a time
  std::mutex trace_mutex;
  planish_trace_function trace;
  void* trace_closure;
  planish_world* world = nullptr;                      // null: its own
  std::shared_ptr<void> own_world;                     // made when it is first asked for
  std::map<std::string, int64_t, std::less<>> tuning;  // of the program's tuning parameters
  std::mutex threshold_mutex;
  planish_threshold_function watch_threshold = nullptr;
  void* watch_closure = nullptr;
  // Grows only; old places are no longer used when there are new ones.
  std::unique_ptr<planish_slot[]> constants;
  int64_t constant_count = 0;
  std::unique_ptr<planish::native::DevicePart> device;  // null: a program for CPUs
  std::string unusable;  // why no entry point can run; empty: they can

  bool is_cancelled() const {
    return cancelled.load(std::memory_order_relaxed) ||
           (interrupt != nullptr && __atomic_load_n(interrupt, __ATOMIC_RELAXED) != 0);
  }
  // The calling thread's cache of small blocks; null when it does not work for this context.
  planish::native::ThreadCache* thread_cache() const {
    const planish::native::ThreadState& state = planish::native::this_thread;
    return state.context == number ? state.cache : nullptr;
  }
};
