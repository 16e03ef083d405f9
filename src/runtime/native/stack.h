// Stacks: how much is left of the one at hand, and a thread with a large one.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "runtime/native/thread_state.h"

namespace planish::native {

// How many bytes are left on the stack of this thread.
size_t stack_left();

inline constexpr size_t kStackReserve = size_t{128} * 1024;

// Below this address less than kStackReserve bytes of this thread's stack are left. Every call of a
// recursive function asks for it, so what usually happens is inline.
uintptr_t find_stack_end();
inline uintptr_t stack_end() {
  const uintptr_t known = this_thread.stack_end;
  return known != 0 ? known : find_stack_end();
}
inline bool stack_is_nearly_used_up() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < stack_end();
}

// A thread that waits for functions to run. It is started when it is first needed.
class StackThread {
 public:
  explicit StackThread(size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  ~StackThread();
  StackThread(const StackThread&) = delete;
  StackThread& operator=(const StackThread&) = delete;

  // Runs it and waits for it. It must not throw. When no such thread can be had, or the caller is
  // that thread, it runs on the stack of the caller.
  void run(void (*function)(void*), void* closure);

 private:
  bool start();
  bool start_with(size_t stack_bytes);
  static void* serve(void* self);

  size_t stack_bytes_;
  void* stack_ = nullptr;  // null: not started
  pthread_t thread_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  void (*function_)(void*) = nullptr;  // null: nothing to do
  void* closure_ = nullptr;
  bool ending_ = false;
};

}  // namespace planish::native
