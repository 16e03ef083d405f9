// Parallel loops whose iterations go separate ways, done for several of them at once.
//
// Note [Masks]
// Note [Strips] is about loops that all iterations do alike. Where the number of iterations of an
// inner loop, or a branch, depends on the iteration, as in the Mandelbrot set, the body is emitted
// with vectors, of which each element, or lane, belongs to one iteration, and a mask says which
// lanes are active:
//   * What is uniform (Note [Lanes] in analysis/lane_kinds.h) is computed once, as a scalar.
//   * A loop goes on until no lane is active. Lanes that have left it keep the state that they left
//     with. State that nobody reads afterwards is not kept: what is in idle lanes then has no
//     meaning, and nothing depends on it.
//   * Short branches are both done, and chosen from; of others, those for which no lane is active
//     are skipped.
//   * Idle lanes load nothing. Loads of neighbouring elements are one; others are gathers.
//   * A check that fails for an active lane stops the strip: its iterations are done again, one
//     after the other, so what is reported is what the first of them fails with. Nothing has been
//     written until then.
//   * No operation on a garbage value of an idle lane traps, and what depends on one is masked
//     before a branch looks at it.
//
// A strip is as long as plan::LanePlan says. In the last one only some lanes are active from the
// beginning; where that would be too few to be worth it, they are done one by one.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// A loop over a range whose iterations are independent, in lanes.
class MaskedLoop {
 public:
  MaskedLoop(FunctionEmitter& e, const plan::LanePlan& plan, const plan::LaneBody& loop);

  int64_t lanes() const { return plan_.lanes; }

  struct Strip {
    llvm::Value* start;   // the index of the first lane
    llvm::Value* number;  // of iterations
    llvm::Value* mask;    // which lanes these are
  };
  // What is done with the vectors that a strip gives.
  using Store = std::function<void(const Strip& strip, llvm::ArrayRef<llvm::Value*> vectors)>;
  // Does iterations one by one.
  using Plain = std::function<void(llvm::Value* from, llvm::Value* to)>;
  // Emits the loop.
  void emit(llvm::Value* begin, llvm::Value* end, const Store& store, const Plain& plain) const;

 private:
  FunctionEmitter& e_;
  const plan::LanePlan& plan_;
  const plan::LaneBody loop_;
  LaneKinds kinds_;
  ir::Var index_;
};

// What an iteration costs in lanes if it is this much by itself.
int64_t cost_in_lanes(const plan::LanePlan& plan, int64_t alone);

// Combines the scalars that the iterations of [begin, end) give, in their order. `plain` gives what
// some of them come to.
std::vector<llvm::Value*> reduced_with_masks(
    FunctionEmitter& e, const MaskedLoop& loop, llvm::Value* begin, llvm::Value* end,
    const ir::Lambda& op, std::span<const ir::Atom> neutral,
    const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::Value*)>& plain);

}  // namespace planish::codegen::cpu
