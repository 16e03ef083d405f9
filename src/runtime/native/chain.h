// Pieces of work that hand something on, each to the next one, such as the sum so far.
//
// Note [Chains]
// A piece is started, passed and finished. Pieces are started in order by whichever thread is free,
// and passed in order, one at a time, when they and all before them have been started. Finishing is
// done by the thread that started the piece if it has been passed by then; what it read is still in
// its cache. Otherwise the thread goes on with another piece, and whoever is free finishes this
// one. So no thread waits for another, except when it is far ahead.
#pragma once

#include <sched.h>

#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/native/parallel.h"

namespace planish::native {

// `Work` has the functions start(piece, slot, thread), pass(piece, slot) and finish(piece, slot,
// thread), which give a status. A slot is a number below slots(), for what belongs to a piece from
// its start until it is finished; `thread` is a Work::Thread, what a thread keeps from one piece to
// the next.
template <class Work>
class Chain {
 public:
  // How many slots there are for a chain in a context.
  static int64_t slots(const planish_context& context, int64_t pieces) {
    return std::min(pieces, context.tasks.threads() * kTasks.chained_pieces_per_thread);
  }

  Chain(planish_context& context, int64_t pieces, Work& work)
      : region_(context),
        pieces_(pieces),
        work_(work),
        states_(static_cast<size_t>(slots(context, pieces)), State::Free) {}

  int32_t run() {
    auto task = [&](int64_t, int64_t) { return serve(); };
    const int64_t tasks = std::min<int64_t>(region_.context().tasks.threads(), pieces_);
    return region_.run(tasks, 1, task);
  }

 private:
  enum class State : uint8_t { Free, Begun, Started, Passed };

  int64_t slot(int64_t piece) const { return piece % static_cast<int64_t>(states_.size()); }
  State& state(int64_t piece) { return states_[static_cast<size_t>(slot(piece))]; }

  // What each task does: pieces, until there are no more.
  int32_t serve() {
    typename Work::Thread thread;
    std::unique_lock lock(mutex_);
    int32_t status = PLANISH_OK;
    while (status == PLANISH_OK && finished_ < pieces_ && !region_.stopped()) {
      if (!passed_.empty()) {
        const int64_t piece = passed_.front();  // slots are needed again in this order
        passed_.erase(passed_.begin());
        status = finish(piece, thread, lock);
      } else if (next_ < pieces_ && state(next_) == State::Free) {
        status = start(next_++, thread, lock);
      } else {
        lock.unlock();
        sched_yield();
        lock.lock();
      }
      region_.stop(status);
    }
    return status;
  }

  int32_t start(int64_t piece, typename Work::Thread& thread, std::unique_lock<std::mutex>& lock) {
    state(piece) = State::Begun;
    lock.unlock();
    int32_t status = work_.start(piece, slot(piece), thread);
    lock.lock();
    state(piece) = State::Started;
    bool own = false;
    for (; status == PLANISH_OK && turn_ < next_ && state(turn_) == State::Started; turn_++) {
      status = work_.pass(turn_, slot(turn_));
      state(turn_) = State::Passed;
      own |= turn_ == piece;
      if (turn_ != piece) passed_.push_back(turn_);
    }
    return status == PLANISH_OK && own ? finish(piece, thread, lock) : status;
  }

  int32_t finish(int64_t piece, typename Work::Thread& thread, std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    const int32_t status = work_.finish(piece, slot(piece), thread);
    lock.lock();
    state(piece) = State::Free;
    finished_++;
    return status;
  }

  Region region_;
  const int64_t pieces_;
  Work& work_;
  std::mutex mutex_;  // for what follows
  std::vector<State> states_;
  std::vector<int64_t> passed_;  // and not yet being finished
  int64_t next_ = 0;             // to be started
  int64_t turn_ = 0;             // to be passed
  int64_t finished_ = 0;
};

}  // namespace planish::native
