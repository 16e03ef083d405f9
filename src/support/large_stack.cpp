#include "support/large_stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <exception>

namespace planish {
namespace {

constexpr size_t kStackSize = size_t{1} << 30;
constexpr size_t kSmallestStack = size_t{1} << 26;
constexpr size_t kGuard = size_t{1} << 16;

struct Task {
  const std::function<void()>& fn;
  std::exception_ptr thrown;
};

void* run_task(void* argument) {
  Task& task = *static_cast<Task*>(argument);
  try {
    task.fn();
  } catch (...) {
    task.thrown = std::current_exception();
  }
  return nullptr;
}

// False: no such thread can be had.
bool run_on_stack(Task& task, size_t size) {
  void* memory = mmap(nullptr, size + kGuard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  mprotect(memory, kGuard, PROT_NONE);  // the stack grows down

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, static_cast<std::byte*>(memory) + kGuard, size);
  pthread_t thread;
  bool started = pthread_create(&thread, &attributes, run_task, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  munmap(memory, size + kGuard);
  return started;
}

}  // namespace

void run_with_large_stack(const std::function<void()>& fn) {
  Task task{fn, nullptr};
  bool done = false;
  // Address space may be limited (ulimit -v).
  for (size_t size = kStackSize; !done && size >= kSmallestStack; size /= 2)
    done = run_on_stack(task, size);
  if (!done) run_task(&task);
  if (task.thrown) std::rethrow_exception(task.thrown);
}

}  // namespace planish
