// The threads of a context. The only file that uses oneTBB is tasks.cpp: Note [ThreadSanitizer and
// TBB].
#pragma once

#include <cstdint>
#include <memory>

namespace planish::native {

class Tasks {
 public:
  explicit Tasks(int32_t threads);  // at least 1
  ~Tasks();

  int32_t threads() const { return threads_; }

  // Calls piece(closure, begin, end) for ranges that make up [0, count), none of which is cut when
  // it is no longer than `grain`, on all threads that have nothing else to do, of which the calling
  // one is the first. Called by one thread at a time, which is not in such a piece.
  void for_ranges(int64_t count, int64_t grain, void (*piece)(void*, int64_t, int64_t),
                  void* closure);

 private:
  struct Arena;
  const int32_t threads_;
  std::unique_ptr<Arena> arena_;  // made when it is first needed: that takes most of a millisecond
};

}  // namespace planish::native
