// Lifting of loops with different numbers of iterations, or with values whose sizes change.
//
// Note [Active points]
// All points do an iteration at once, as long as they have one. What the loop carries is kept for
// the points that are still at work, and for no others:
//
//   loop (active, their indices, what they carry, results, finished rows) while active > 0 {
//     sort the active points into those that go on and those that are finished
//     write what the finished ones carry to the results
//     lift the body over those that go on: that is what they carry next
//   }
//
// The work of a round is in proportion to the points that are active. Rows of finished points are
// appended to a buffer, which is replaced by one of twice the size when it is full; at the end they
// are brought into order.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

struct Flattening;

class LoopLifter {
 public:
  explicit LoopLifter(Flattening& all) : all_(all) {}

  void lift_loop(Nest& nest, const ir::Stm& stm, const ir::Loop& loop);

 private:
  Flattening& all_;
};

}  // namespace planish::passes
