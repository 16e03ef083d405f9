// Which arrays are on the stack.
#pragma once

#include "plan/memory.h"

namespace planish::plan {

// Recursions take no more of the stack for small arrays when less than this is left: what calls
// need.
inline constexpr int64_t kStackForCalls = 1 << 20;
// An array that turns out to have at most so many bytes is small.
inline constexpr int64_t kLargestSmallArray = 1024;
// Arrays of constant size are part of the frame, as long as that stays small: tasks run on ordinary
// stacks.
inline constexpr int64_t kLargestFrameArray = 4096;
inline constexpr int64_t kLargestFrame = 1 << 15;

// The stack frame of a function, or of a task, while arrays are given places.
class Frame {
 public:
  explicit Frame(Where where) : where_(where) {}

  // Of an array that does not outlive the iteration that makes it. Code that is emitted several
  // times, such as a loop with and without checks, takes so much more.
  Placement place(Prim elem, std::span<const ir::Dim> dims, int64_t times);
  // Whether there is room for a copy that may be small.
  bool take_small(int64_t times);

 private:
  bool take(int64_t bytes);

  Where where_;
  int64_t used_ = 0;
};

}  // namespace planish::plan
