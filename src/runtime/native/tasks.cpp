// Note [ThreadSanitizer and TBB]
// TBB is not built for ThreadSanitizer, so it does not see that what happens before a task is
// spawned happens before the task. This file, which has all of TBB's templates in it, is compiled
// without it, and Region (parallel.h) says at both ends of a task what is known to have happened.
#include "runtime/native/tasks.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>

namespace planish::native {

struct Tasks::Arena {
  // TBB has as many threads as there are processors for it, unless more are asked for.
  std::optional<tbb::global_control> more_threads;
  // One place is kept for the thread that runs the entry point: with none free it would have to
  // wait.
  tbb::task_arena arena;

  explicit Arena(int32_t threads) : arena(threads, 1) {
    if (threads > tbb::info::default_concurrency())
      more_threads.emplace(tbb::global_control::max_allowed_parallelism,
                           static_cast<size_t>(threads));
  }
};

Tasks::Tasks(int32_t threads) : threads_(threads) {}
Tasks::~Tasks() = default;

void Tasks::for_ranges(int64_t count, int64_t grain, void (*piece)(void*, int64_t, int64_t),
                       void* closure) {
  if (!arena_) arena_ = std::make_unique<Arena>(threads_);
  arena_->arena.execute([=] {
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(0, count, static_cast<size_t>(grain)),
        [=](const tbb::blocked_range<int64_t>& range) {
          piece(closure, range.begin(), range.end());
        },
        tbb::auto_partitioner());
  });
}

}  // namespace planish::native
