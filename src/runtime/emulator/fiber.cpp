#include "runtime/emulator/fiber.h"

#include <sys/mman.h>

#include <new>

#if PLANISH_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__SANITIZE_THREAD__)
#define PLANISH_TSAN 1
#elif defined(__has_feature)
#define PLANISH_TSAN __has_feature(thread_sanitizer)
#else
#define PLANISH_TSAN 0
#endif
#if PLANISH_TSAN
#include <sanitizer/tsan_interface.h>
#endif

// planish_emulator_switch(to_save, to_load): keeps what a function has to keep on the stack, and its
// address in *to_save; then goes on where the other stack was left.
asm(R"(
.text
.hidden planish_emulator_switch
.globl planish_emulator_switch
.type planish_emulator_switch, @function
planish_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size planish_emulator_switch, .-planish_emulator_switch
)");
extern "C" void planish_emulator_switch(void** to_save, void* to_load);

namespace planish::emulator {
namespace {

constexpr size_t kGuard = 4096;

// The one that is switched to, for its first steps; and the one that was left.
[[gnu::tls_model("initial-exec")]] constinit thread_local Fiber* arriving = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local Fiber* left = nullptr;

}  // namespace

Fiber::Fiber(size_t stack_bytes, void (*main)(void*), void* closure)
    : bytes_(stack_bytes + kGuard), main_(main), closure_(closure) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  mprotect(memory_, kGuard, PROT_NONE);
  stack_bottom_ = memory_ + kGuard;
  stack_size_ = stack_bytes;
  restart();
}

Fiber::~Fiber() {
#if PLANISH_TSAN
  if (tsan_fiber_ != nullptr && memory_ != nullptr) __tsan_destroy_fiber(tsan_fiber_);
#endif
  if (memory_ == nullptr) return;
#if PLANISH_ASAN
  __asan_unpoison_memory_region(memory_ + kGuard, bytes_ - kGuard);
#endif
  munmap(memory_, bytes_);
}

void Fiber::restart() {
#if PLANISH_ASAN
  __asan_unpoison_memory_region(memory_ + kGuard, bytes_ - kGuard);
#endif
#if PLANISH_TSAN
  if (tsan_fiber_ != nullptr) __tsan_destroy_fiber(tsan_fiber_);
  tsan_fiber_ = __tsan_create_fiber(0);
#endif
  fake_stack_ = nullptr;
  // What planish_emulator_switch takes from it: six registers and where to go on; behind them the end
  // of all callers. There the stack is as after a call.
  auto* top = reinterpret_cast<uintptr_t*>(memory_ + bytes_);
  *--top = 0;
  *--top = reinterpret_cast<uintptr_t>(&Fiber::enter);
  for (int i = 0; i < 6; i++) *--top = 0;
  stack_pointer_ = top;
}

void Fiber::enter() {
  Fiber& self = *arriving;
#if PLANISH_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &left->stack_bottom_, &left->stack_size_);
#endif
  self.main_(self.closure_);
  __builtin_unreachable();
}

void Fiber::switch_to(Fiber& other) {
  arriving = &other;
  left = this;
#if PLANISH_ASAN
  __sanitizer_start_switch_fiber(&fake_stack_, other.stack_bottom_, other.stack_size_);
#endif
#if PLANISH_TSAN
  if (tsan_fiber_ == nullptr) tsan_fiber_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(other.tsan_fiber_, 0);
#endif
  planish_emulator_switch(&stack_pointer_, other.stack_pointer_);
#if PLANISH_ASAN
  __sanitizer_finish_switch_fiber(fake_stack_, &left->stack_bottom_, &left->stack_size_);
#endif
}

}  // namespace planish::emulator
