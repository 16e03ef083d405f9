// Looks for accesses of threads that nothing orders.
//
// Note [Races]
// Two accesses of the same byte by two threads of a launch are a race if one of them writes, not both
// are atomic, and none happens before the other. What happens before what is known by the rules that
// devices have, whatever order the emulator chose:
//   * barriers order what the threads of a block do before and after, warp barriers the same in a
//     warp; shuffles and ballots order nothing;
//   * an atomic load that acquires and sees what an atomic store that releases has written, or what
//     others have made of that by atomic operations, orders; so do relaxed ones together with fences.
// Code calls planish_emulator_watch_* (emulator/intrinsics.h) before each load, store and atomic
// operation, which are put in after all optimisation (codegen/gpu/race_hooks.h). Launches are ordered
// as a whole.
//
// Two things are allowed. Threads may write the same value to the same place: duplicates in a
// scatter may do so by the rules of the language, and tiles at edges overlap. And a thread may
// look whether another one has failed: begin_kernel (kernels/thread.h) says why.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/clocks.h"
#include "runtime/emulator/region.h"
#include "runtime/emulator/shadow.h"

namespace planish::emulator {

// What is left out on purpose, for tests: the n-th one from the beginning; 0: none.
struct ForgottenOrder {
  int64_t barrier = 0;  // of blocks
  int64_t acquire = 0;
};

class Races {
 public:
  // A thread of a block that is alive.
  struct Who {
    size_t slot = 0;  // of the block, for as long as it is alive
    uint32_t thread = 0;
  };

  Races(const Region& region, const ForgottenOrder& forgotten)
      : region_(region), forgotten_(forgotten) {}

  // Where all threads may read what others write.
  void begin_launch(const void* open_word);
  void begin_block(size_t slot, int64_t number, uint32_t threads, const void* shared,
                   size_t shared_bytes);

  // The access is going to be made, before anything else is told. True: there is a race.
  bool reads(Who who, const void* address, size_t bytes);
  bool writes(Who who, const void* address, size_t bytes);
  // `how`: as for planish_emulator_watch_atomic.
  bool uses_atomically(Who who, const void* address, size_t bytes, uint32_t how);
  // What was written last is in memory by now. True: there is a race.
  bool settle();
  // Threads [first, first + count) of the block have met at a barrier, the block's or a warp's.
  void meet(size_t slot, uint32_t first, uint32_t count);
  void fence(Who who) { clock(who).fence(); }

  // What the race is, after one was found.
  std::string words() const;

 private:
  struct Block {
    uint32_t number = 0;
    bool is_watched = true;
    std::vector<Clock> clocks;
    const std::byte* shared = nullptr;
    size_t shared_bytes = 0;
    Cells cells;  // of shared memory
  };
  struct Race {
    Stamp before;
    Stamp now;
    const std::byte* address = nullptr;
    size_t bytes = 0;
    bool is_shared = false;
    size_t offset = 0;  // in shared memory
  };

  Clock& clock(Who who) { return blocks_[who.slot].clocks[who.thread]; }
  bool access(Who who, const void* address, size_t bytes, bool is_write, bool is_atomic);
  // What races with the access, which is kept; none: nothing does.
  static Stamp look(Cell& cell, Stamp now, const Clock& clock);
  void order_atomic(Clock& clock, const void* address, uint32_t how);

  const Region& region_;
  const ForgottenOrder forgotten_;
  int64_t barriers_ = 0;
  int64_t acquires_ = 0;
  const void* open_word_ = nullptr;
  std::vector<Block> blocks_;  // by slot
  Shadow shadow_;
  std::unordered_map<const void*, Snapshot> released_;  // what atomic stores have released
  Race race_;
  // What was at places of a write that races with other writes, unless it writes the same.
  struct Replaced {
    const std::byte* address = nullptr;
    size_t bytes = 0;
    std::array<std::byte, 4> before{};
  };
  std::vector<Replaced> replaced_;
};

}  // namespace planish::emulator
