// Stacks of their own, between which one thread of the system switches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/native/memory.h"

namespace planish::emulator {

class Fiber {
 public:
  // That of the calling thread, for the time that others run.
  Fiber() = default;
  // One that is going to call main(closure), which never returns. Throws std::bad_alloc.
  Fiber(size_t stack_bytes, void (*main)(void*), void* closure);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Goes on with another one, until somebody switches back.
  void switch_to(Fiber& other);
  // Forgets what it was doing: it is going to call main() again.
  void restart();

 private:
  static void enter();

  void* stack_pointer_ = nullptr;
  std::byte* memory_ = nullptr;  // the guard page first
  size_t bytes_ = 0;
  void (*main_)(void*) = nullptr;
  void* closure_ = nullptr;
  // For sanitizers.
  const void* stack_bottom_ = nullptr;
  size_t stack_size_ = 0;
  void* fake_stack_ = nullptr;
  [[maybe_unused]] void* tsan_fiber_ = nullptr;
};

}  // namespace planish::emulator
