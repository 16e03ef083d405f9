// Checks that are made for the first and the last iteration of a loop, and not for each.
//
// Note [Checks at both ends]
// A check of an index that grows evenly, such as 0 <= k * c < n, holds in all iterations if it holds in the first and in
// the last. A loop with checks of this kind only is emitted twice: without them, for when they hold at both ends, and as
// it was, for when they do not, so that what fails is reported as ever. Without them it can be vectorised.
//
// Numbers must not wrap around in between. So those that are added and multiplied have to be small: what is known when
// the loop begins is looked at, too.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

// A loop over [begin, end).
struct EvenLoop {
  const ir::Body& body;
  // Variables that are the number of the iteration, or grow evenly with it, by 2 at most, …
  std::vector<ir::Var> indices;
  // … and what they begin with; and all other variables that differ from iteration to iteration.
  std::vector<llvm::Value*> starts;
  std::vector<ir::Var> others;
  llvm::Value* begin;
  llvm::Value* end;
  std::function<void(llvm::Value* i)> bind_indices;  // for iteration i
};

// What the loop gives, which `emit` emits.
std::vector<llvm::Value*> with_end_checks(FunctionEmitter& e, const EvenLoop& loop,
                                          const FunctionEmitter::GiveValues& emit);

// The loop over the elements of these arrays, for which the parameters stand.
EvenLoop loop_over_elements(FunctionEmitter& e, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays, llvm::Value* width);

}  // namespace planish::codegen::cpu
