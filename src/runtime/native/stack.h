// Stacks: how much is left of the one at hand, and a thread with a large one.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace planish::native {

// How many bytes are left on the stack of this thread.
size_t stack_left();

// Less than kStackReserve bytes are left.
bool stack_is_nearly_used_up();
inline constexpr size_t kStackReserve = size_t{128} * 1024;

// A thread that waits for functions to run. It is started when it is first needed.
class StackThread {
 public:
  explicit StackThread(size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  ~StackThread();
  StackThread(const StackThread&) = delete;
  StackThread& operator=(const StackThread&) = delete;

  // Runs it and waits for it. It must not throw. When no such thread can be had, or the caller is that thread, it runs
  // on the stack of the caller.
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
