// Reading ahead and writing behind: while chunk i is computed, a thread reads chunk i + 1 and another
// writes what chunk i - 1 gave. Neither does more, so whoever is slow makes the others wait, and no
// memory grows.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "runtime/streams/stream.h"

namespace planish::runtime {

// The same elements. What the source throws is thrown where its chunk would have been given.
class ReadAhead : public Source {
 public:
  explicit ReadAhead(std::unique_ptr<Source> source);
  // Cancels what is being read.
  ~ReadAhead() override;
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // The chunk was read when its size was not known: it has as many elements as were wanted the time
  // before, and is given in pieces if that is too much.
  Chunk next(int64_t wanted) override;
  bool rewind() override;
  bool can_rewind() const override { return source_->can_rewind(); }
  std::string_view read_once() const override { return source_->read_once(); }
  void cancel() override;
  ReadSoFar read_so_far() const override;

 private:
  enum class State : uint8_t { Idle, Reading, Ready };
  struct Result {
    Chunk chunk;
    std::exception_ptr error;
    ReadSoFar far;
  };

  void work();
  void ask(int64_t wanted);

  std::unique_ptr<Source> source_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::Idle;
  bool ends_ = false;
  bool cancelled_ = false;
  int64_t wanted_ = 0;
  Result ready_;
  Chunk rest_;  // of a chunk that was too large
  int64_t given_ = 0;
  ReadSoFar far_;
  std::thread thread_;
};

class WriteBehind : public Sink {
 public:
  explicit WriteBehind(std::unique_ptr<Sink> sink);
  // Cancels what is being written.
  ~WriteBehind() override;
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // Waits until the chunk before it has been written. What that throws is thrown here, and by every
  // later call.
  void put(Chunk chunk) override;
  void finish() override;
  void cancel() override;

 private:
  void work();
  void wait_until_written(std::unique_lock<std::mutex>& lock);

  std::unique_ptr<Sink> sink_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Chunk> chunk_;  // being written, or to be
  std::exception_ptr error_;
  bool ends_ = false;
  bool cancelled_ = false;
  std::thread thread_;
};

}  // namespace planish::runtime
