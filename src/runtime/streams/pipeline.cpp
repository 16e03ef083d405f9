#include "runtime/streams/pipeline.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "runtime/streams/chunk_parts.h"

namespace planish::runtime {
namespace {

[[noreturn]] void throw_cancelled_stream() {
  throw StreamError("cancelled", StreamError::Kind::Cancelled);
}

// A thread that leaves signals to others.
template <class Work>
std::thread helper(Work work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

ReadAhead::ReadAhead(std::unique_ptr<Source> source) : source_(std::move(source)) {}

ReadAhead::~ReadAhead() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

// The lock is held.
void ReadAhead::ask(int64_t wanted) {
  wanted_ = wanted;
  state_ = State::Reading;
  if (!thread_.joinable()) thread_ = helper([this] { work(); });
  changed_.notify_all();
}

void ReadAhead::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || state_ == State::Reading; });
    if (ends_) return;
    const int64_t wanted = wanted_;
    lock.unlock();
    Result result;
    try {
      result.chunk = source_->next(wanted);
      result.far = source_->read_so_far();
    } catch (...) {
      result.error = std::current_exception();
    }
    lock.lock();
    ready_ = std::move(result);
    state_ = State::Ready;
    changed_.notify_all();
  }
}

Chunk ReadAhead::next(int64_t wanted) {
  std::unique_lock lock(mutex_);
  if (given_ == rest_.count) {
    rest_ = {};
    given_ = 0;
    if (state_ == State::Idle && !cancelled_) ask(wanted);
    changed_.wait(lock, [&] { return cancelled_ || state_ == State::Ready; });
    if (cancelled_) throw_cancelled_stream();
    state_ = State::Idle;
    Result result = std::exchange(ready_, {});
    if (result.error) std::rethrow_exception(result.error);
    far_ = result.far;
    if (!result.chunk.is_last) ask(wanted);
    if (result.chunk.count <= wanted) return std::move(result.chunk);
    rest_ = std::move(result.chunk);
  }
  if (cancelled_) throw_cancelled_stream();
  const int64_t begin = given_;
  given_ = std::min(begin + wanted, rest_.count);
  return slice(rest_, begin, given_);
}

bool ReadAhead::rewind() {
  // One that cannot may be waiting for bytes that never come.
  if (!source_->can_rewind()) return false;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ != State::Reading; });
  state_ = State::Idle;
  ready_ = {};
  rest_ = {};
  given_ = 0;
  far_ = {};
  return source_->rewind();
}

void ReadAhead::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    ends_ = true;
  }
  changed_.notify_all();
  source_->cancel();
}

ReadSoFar ReadAhead::read_so_far() const {
  const std::lock_guard lock(mutex_);
  return far_;
}

WriteBehind::WriteBehind(std::unique_ptr<Sink> sink) : sink_(std::move(sink)) {}

WriteBehind::~WriteBehind() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

void WriteBehind::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || chunk_.has_value(); });
    if (ends_) return;
    Chunk chunk = std::move(*chunk_);
    lock.unlock();
    std::exception_ptr error;
    try {
      sink_->put(std::move(chunk));
    } catch (...) {
      error = std::current_exception();
    }
    chunk = {};
    lock.lock();
    error_ = error;
    chunk_.reset();
    if (error) ends_ = true;
    changed_.notify_all();
  }
}

void WriteBehind::wait_until_written(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [&] { return cancelled_ || !chunk_.has_value(); });
  if (error_) std::rethrow_exception(error_);
  if (cancelled_) throw_cancelled_stream();
}

void WriteBehind::put(Chunk chunk) {
  std::unique_lock lock(mutex_);
  wait_until_written(lock);
  chunk_ = std::move(chunk);
  if (!thread_.joinable()) thread_ = helper([this] { work(); });
  changed_.notify_all();
}

void WriteBehind::finish() {
  std::unique_lock lock(mutex_);
  wait_until_written(lock);
  lock.unlock();
  sink_->finish();
}

void WriteBehind::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    ends_ = true;
  }
  changed_.notify_all();
  sink_->cancel();
}

}  // namespace planish::runtime
