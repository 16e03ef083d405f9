// What has happened before, as threads of a launch know it.
//
// Each thread counts times. What others know of a thread is up to which of its times all that it did
// has happened before what they do: a table of times for each block.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace planish::emulator {

// Of the threads of a block, by number.
using Times = std::vector<uint32_t>;

// Times of the threads of some blocks, which do not change any more. Nothing at all is null.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(uint32_t block, Times times);

  bool is_empty() const { return blocks_ == nullptr; }
  // Null: nothing is known of the block.
  const Times* of(uint32_t block) const;
  // The later times of both.
  void join(const Snapshot& other);
  // What is known of this block is taken out and given; null: nothing.
  std::shared_ptr<const Times> take(uint32_t block);

 private:
  using Blocks = std::vector<std::pair<uint32_t, std::shared_ptr<const Times>>>;  // by block

  std::shared_ptr<const Blocks> blocks_;
};

// One for each thread of a block.
class Clock {
 public:
  void restart(uint32_t block, uint32_t thread, uint32_t threads);

  uint32_t time() const { return near_[thread_]; }
  // Has what this thread of a block did at that time happened before?
  bool knows(uint32_t block, uint32_t thread, uint32_t time) const {
    if (block == block_) return time <= near_[thread];
    const Times* times = far_.of(block);
    return times != nullptr && time <= (*times)[thread];
  }

  // All that it knows and has done; what it does from here on is later.
  Snapshot release();
  void acquire(const Snapshot& released);

  // Relaxed atomic operations order nothing by themselves, but together with fences: what was seen
  // before a fence is acquired by it, and all that came before it is released by what is stored
  // behind it.
  void see(const Snapshot& released) { seen_.join(released); }
  const Snapshot& fenced() const { return fenced_; }
  void fence();

  // Threads of one block meet: each knows all that the others have done, and goes on.
  static void meet(std::span<Clock> threads);

 private:
  uint32_t block_ = 0;
  uint32_t thread_ = 0;
  Times near_;    // of its block; of itself: the time that it is
  Snapshot far_;  // of other blocks
  Snapshot seen_;
  Snapshot fenced_;
};

}  // namespace planish::emulator
