// Which arrays are on the stack.
#pragma once

#include "plan/memory.h"
#include "target/target.h"

namespace planish::plan {

// Recursions take no more of the stack for small arrays when less than this is left: what calls
// need.
inline constexpr int64_t kStackForCalls = 1 << 20;

// What arrays may take of the stack, in bytes; 0: there are none on it.
struct StackLimits {
  // Arrays of constant size are part of the frame, as long as that stays small: tasks run on
  // ordinary stacks.
  int64_t frame_array = 4096;
  int64_t frame = 1 << 15;
  // So much may one have that turns out to be small.
  int64_t small_array = 1024;
};
// On a GPU, the arrays of the host are in the memory of the device, and threads have small stacks.
StackLimits stack_limits(Machine machine, Where where);

// The stack frame of a function, or of a task, while arrays are given places.
class Frame {
 public:
  Frame(Where where, const StackLimits& limits) : where_(where), limits_(limits) {}

  // Of an array that does not outlive the iteration that makes it. Code that is emitted several
  // times, such as a loop with and without checks, takes so much more.
  Placement place(Prim elem, std::span<const ir::Dim> dims, int64_t times);
  // Whether there is room for a copy that may be small.
  bool take_small(int64_t times);

 private:
  bool take(int64_t bytes);

  std::optional<int64_t> constant_bytes(Prim elem, std::span<const ir::Dim> dims) const;

  Where where_;
  StackLimits limits_;
  int64_t used_ = 0;
};

}  // namespace planish::plan
