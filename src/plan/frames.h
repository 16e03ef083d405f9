// Which arrays are on the stack.
#pragma once

#include "plan/memory.h"
#include "target/target.h"

namespace planish::plan {

// The stack frame of a function, or of a task, while arrays are given places.
class Frame {
 public:
  Frame(Where where, const StackLimits& limits) : where_(where), limits_(limits) {}

  // Of an array that does not outlive the iteration that makes it. Code that is emitted several
  // times, such as a loop with and without checks, takes so much more.
  Placement place(Prim elem, std::span<const ir::Dim> dims, int64_t times);
  // Of what an operator needs while it runs: in the frame, or a block.
  Placement place_temporary(Prim elem, std::span<const ir::Dim> dims, int64_t times);
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
