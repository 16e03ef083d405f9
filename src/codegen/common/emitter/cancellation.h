// Being cancelled.
//
// Note [Loops that can be cancelled]
// A loop asks now and then whether the run was cancelled: about every 16 microseconds, as costs are
// estimated. What asking costs is not to be seen:
//
//   loops without a loop or an operator in them   are done in strips of so many iterations, between which they ask.
//                                                 Within a strip of a for loop nothing is different, so that
//                                                 it is vectorised; a while loop also ends where the strip does,
//                                                 and if its condition still holds, another strip begins.
//   others                                        count their iterations, and those of the loops around them.
//
// Loops that surely have no more iterations than a strip do not ask.
//
// So neither a loop of few iterations nor an outer loop is ever without: what is inside of it
// counts, or it does itself.
#pragma once

#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class Cancellation : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  // How a loop asks.
  enum class Asking : uint8_t { Never, InStrips, Counting };
  Asking asking(const ir::Loop& op) const;
  // Does a function that the body calls ask, each time?
  bool is_asked_by_calls(const ir::Body& body) const;
  // How many iterations there are at most between two questions, of a loop with this body.
  int64_t unasked_iterations(const ir::Body& body) const;
  // Code that is run so seldom, between two strips.
  llvm::MDNode* seldom() const;
  void leave_if_cancelled();
  // For an iteration of a loop with this body: leaves the function now and then if the run was
  // cancelled.
  void count_iteration(const ir::Body& body);

 private:
  Asking asking_while(const ir::Loop& op) const;
  const CancellationFigures& figures() const { return m_.target.strategies.cancellation; }

  llvm::AllocaInst* iterations_ = nullptr;  // how many iterations of loops there were
};

}  // namespace planish::codegen
