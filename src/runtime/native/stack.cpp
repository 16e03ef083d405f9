#include "runtime/native/stack.h"

#include <sys/mman.h>

namespace planish::native {
namespace {

constexpr size_t kGuard = size_t{1} << 16;
constexpr size_t kSmallestStack = size_t{1} << 23;

// A stack that is told nothing about is taken for this large.
constexpr size_t kUnknownStack = size_t{256} * 1024;

uintptr_t lowest_stack_address() {
  pthread_attr_t attributes;
  void* address = nullptr;
  size_t size = 0;
  size_t guard = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
  }
  if (size == 0) return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - kUnknownStack;
  return reinterpret_cast<uintptr_t>(address) + guard;
}

}  // namespace

// Asking takes microseconds; the answer never changes.
uintptr_t find_stack_end() {
  this_thread.stack_end = lowest_stack_address() + kStackReserve;
  return this_thread.stack_end;
}

size_t stack_left() {
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t end = stack_end() - kStackReserve;
  return here > end ? here - end : 0;
}

StackThread::~StackThread() {
  if (stack_ == nullptr) return;
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  pthread_join(thread_, nullptr);
  munmap(stack_, stack_bytes_ + kGuard);
}

bool StackThread::start() {
  // Address space may be limited.
  for (size_t bytes = stack_bytes_; bytes >= kSmallestStack; bytes /= 2) {
    if (start_with(bytes)) return true;
  }
  return false;
}

bool StackThread::start_with(size_t stack_bytes) {
  void* memory = mmap(nullptr, stack_bytes + kGuard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  mprotect(memory, kGuard, PROT_NONE);  // the stack grows down
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, static_cast<std::byte*>(memory) + kGuard, stack_bytes);
  const bool started = pthread_create(&thread_, &attributes, serve, this) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) {
    munmap(memory, stack_bytes + kGuard);
    return false;
  }
  stack_ = memory;
  stack_bytes_ = stack_bytes;
  return true;
}

void* StackThread::serve(void* self) {
  auto& thread = *static_cast<StackThread*>(self);
  std::unique_lock lock(thread.mutex_);
  while (true) {
    thread.changed_.wait(lock, [&] { return thread.ending_ || thread.function_ != nullptr; });
    if (thread.ending_) return nullptr;
    lock.unlock();
    thread.function_(thread.closure_);
    lock.lock();
    thread.function_ = nullptr;
    thread.changed_.notify_all();
  }
}

void StackThread::run(void (*function)(void*), void* closure) {
  if (stack_ == nullptr && !start()) return function(closure);
  if (pthread_equal(pthread_self(), thread_) != 0) return function(closure);
  std::unique_lock lock(mutex_);
  function_ = function;
  closure_ = closure;
  changed_.notify_all();
  changed_.wait(lock, [&] { return function_ == nullptr; });
}

}  // namespace planish::native
