// What the runtime knows about the thread that it runs on.
#pragma once

#include <cstdint>

namespace planish::native {

class ThreadCache;

struct ThreadState {
  uint64_t context = 0;          // the number of the context that the thread works for, or did last
  ThreadCache* cache = nullptr;  // of that context
  uintptr_t stack_end = 0;       // addresses below are nearly out of the stack; 0: not known yet
  bool in_task = false;          // what it meets there is sequential
  bool failure_dropped = false;  // the failure that it is passing on is not the one recorded
};

// Threads work for one context at a time. The state is no property of any context: a thread
// outlives them. The model of executables and of libraries that are there from the start: no
// function is called to find it. There is room for a few such variables in libraries that are
// loaded later.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadState this_thread;

}  // namespace planish::native
