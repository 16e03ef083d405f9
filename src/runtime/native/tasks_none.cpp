// In place of tasks.cpp for programs that run on GPUs: their host code has no tasks, and so they need
// no oneTBB.
#include "runtime/native/tasks.h"

namespace planish::native {

struct Tasks::Arena {};

Tasks::Tasks(int32_t threads) : threads_(threads) {}
Tasks::~Tasks() = default;

void Tasks::for_ranges(int64_t count, int64_t, void (*piece)(void*, int64_t, int64_t),
                       void* closure) {
  if (count > 0) piece(closure, 0, count);
}

}  // namespace planish::native
