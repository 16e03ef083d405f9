// Runs the threads of a launch on one thread of the system.
//
// Note [Fibers]
// A thread of a kernel runs on a fiber until it ends or has to wait. One that ends leaves its fiber to
// the next that begins, so a kernel without barriers is a loop of calls; only threads that wait keep
// a fiber. At every intrinsic but those that ask for numbers the thread that goes on is chosen at
// random, from a seed, among those that can. Blocks begin in order, and only a few are alive at
// once, so that a block which waits for one behind it waits for ever, and that is found out: all that
// are left wait. Threads of a block begin in an order that is random, too.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device_abi.h"
#include "runtime/emulator/fiber.h"
#include "runtime/emulator/races.h"

namespace planish::emulator {

struct GridShape {
  const planish_device_kernel* kernel = nullptr;
  int64_t blocks = 1;
  uint32_t threads = 1;  // of a block
  uint32_t shared_bytes = 0;
  const void* closure = nullptr;
  const planish_launch* launch = nullptr;
};

// What threads wait for.
enum class Meeting : uint8_t {
  None,
  Barrier,
  BarrierOr,
  WarpBarrier,
  ShuffleUp,
  ShuffleDown,
  Shuffle,
  Ballot,
};

class Grid {
 public:
  Grid(uint64_t seed, int32_t blocks_alive, const Region& region, const ForgottenOrder& forgotten);
  ~Grid();

  // Empty if all went well; otherwise what is wrong with the kernel. Called again for each launch.
  std::string run(const GridShape& shape);

  // ---- Called by threads, through the functions of intrinsics.h

  // The one whose thread is running.
  static Grid& current();
  uint32_t thread() const { return current_->index; }
  uint32_t threads() const { return shape_.threads; }
  uint32_t block() const { return static_cast<uint32_t>(current_->block->number); }
  uint32_t blocks() const { return static_cast<uint32_t>(shape_.blocks); }
  void* shared() const { return current_->block->shared.get(); }
  uint32_t meet_block(Meeting meeting, uint32_t value);
  uint32_t meet_warp(Meeting meeting, uint32_t value, uint32_t argument);
  // Lets others go on.
  void pause();
  void fence();
  // Before accesses; of kernels that are watched only.
  void watch_read(const void* address, size_t bytes);
  void watch_write(const void* address, size_t bytes);
  void watch_atomic(const void* address, size_t bytes, uint32_t how);

 private:
  struct Block;
  struct Thread {
    Block* block = nullptr;
    uint32_t index = 0;
    Meeting meeting = Meeting::None;
    uint32_t value = 0;
    uint32_t argument = 0;
    uint32_t result = 0;
    Fiber* fiber = nullptr;  // null: it has not begun, or has ended
  };
  // Threads that wait for each other: a block, or a warp.
  struct Party {
    Thread* first = nullptr;
    uint32_t size = 0;
    uint32_t arrived = 0;
    uint32_t ended = 0;
    const Thread* waiting = nullptr;  // one of those that have arrived
  };
  struct FreeShared {
    void operator()(void* memory) const;
  };
  struct Block {
    size_t slot = 0;  // among blocks_
    int64_t number = -1;
    std::vector<Thread> threads;
    Party all;
    std::vector<Party> warps;
    uint32_t begun = 0;
    uint32_t order_start = 0;
    uint32_t order_step = 1;
    std::unique_ptr<void, FreeShared> shared;
    uint32_t shared_bytes = 0;
  };

  // On fibers.
  static void run_fiber(void* self);
  void switch_from(Fiber& fiber);
  void end_thread();
  uint32_t meet(Party& party, Meeting meeting, uint32_t value, uint32_t argument);
  void wait();
  // Lets others go on, now and then.
  void yield();
  // The threads are ordered by their meeting, if it is of that kind.
  void order(const Party& party);
  // What was written last may be a race.
  void settle();
  [[noreturn]] void fail_by_race();
  Races::Who who() const { return {current_->block->slot, current_->index}; }
  // Leaves all threads where they are. What the text is made of is gone by then: nothing on the
  // stack of a thread is destroyed any more.
  template <class MakeText>
  [[noreturn]] void fail(MakeText&& make_text) {
    failure_ = make_text();
    leave();
  }
  [[noreturn]] void leave();

  // The next one, which is current_ then; null if there is none. It may not have begun.
  Thread* choose();
  Thread* begin_thread();
  bool begin_block();
  bool is_cancelled() const;
  void set_up(Block& block, int64_t number);
  void set_results(Party& party);
  std::string thread_words(const Thread& thread) const;
  std::string waiting_words() const;
  Fiber& idle_fiber();
  uint64_t random();

  const size_t blocks_alive_;
  Races races_;
  bool is_watched_ = false;  // the kernel that runs
  uint64_t random_;
  GridShape shape_;
  Fiber host_;
  Thread* current_ = nullptr;
  std::vector<std::unique_ptr<Block>> blocks_;  // alive, or to be used for the next
  std::vector<Block*> alive_;
  Block* beginning_ = nullptr;  // some of its threads have not begun
  int64_t next_block_ = 0;
  std::vector<Thread*> ready_;  // to go on, on their fibers
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
  uint64_t pauses_ = 0;  // since something else happened
  std::string failure_;
};

}  // namespace planish::emulator
