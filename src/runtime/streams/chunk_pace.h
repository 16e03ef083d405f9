// How many elements the next chunk of a source is to have, by what the chunks before took: time
// between one that was given and the next that is asked for, and memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "runtime/streams/chunk_size.h"
#include "runtime/streams/stream.h"

namespace planish::runtime {

// The time that a program waits for its sources and sinks, in which it computes nothing.
class WaitingTime {
 public:
  using Clock = std::chrono::steady_clock;

  double seconds() const { return seconds_; }
  // Does something that waits.
  template <class Action>
  auto during(Action action) {
    const Waiting waiting{*this, Clock::now()};
    return action();
  }

 private:
  struct Waiting {
    ~Waiting() { time.seconds_ += std::chrono::duration<double>(Clock::now() - begin).count(); }
    WaitingTime& time;
    Clock::time_point begin;
  };

  double seconds_ = 0;
};

class ChunkPace {
 public:
  // Of arrays that the program has.
  struct Memory {
    int64_t in_use = 0;
    int64_t peak = 0;
    int64_t left = 0;  // negative: there is no limit
  };

  // A chunk is asked for, so the one before has been computed.
  int64_t next(const WaitingTime& waited, const std::optional<Memory>& memory);
  // A chunk is given to the program.
  void give(const Chunk& chunk, const WaitingTime& waited, const std::optional<Memory>& memory);
  // The next chunk does not follow the last one.
  void begin_pass() { has_chunk_ = false; }

 private:
  double now(const WaitingTime& waited) const;

  ChunkSize size_{1};
  bool has_chunk_ = false;
  ChunkSize::Step step_;  // what is known of it
  double begin_ = 0;
  Memory before_;
};

}  // namespace planish::runtime
