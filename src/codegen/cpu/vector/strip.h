// Loops over independent iterations in strips: Note [Strips] in plan/strips.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// A loop over [begin, end), whose iterations are independent.
struct StripLoop {
  const ir::Op* op;
  const ir::Body& body;
  ir::Var index;                      // none: nothing uses it
  std::span<const ir::Param> params;  // stand for the elements of
  std::span<const ir::Var> arrays;    // these arrays at the index
  llvm::Value* begin;
  llvm::Value* end;
  // Where result k of a lane of the strip at `start` goes, a scalar too.
  std::function<Array(llvm::Value* start, llvm::Value* lane, size_t k)> place;
  // What is done after a strip, of which the iterations from lane `first` on are new. May be empty.
  std::function<void(llvm::Value* first)> after;
};

// Emits a loop to which the plan applies: where that is worth it in strips, and otherwise what
// `plain` emits.
void in_strips(FunctionEmitter& e, const plan::StripPlan& plan, const StripLoop& loop,
               const std::function<void()>& plain);

// Combines the scalars that the iterations give, in their order: what the loop gives in strips, or
// what `plain` gives. `place` and `after` of the loop are set here.
std::vector<llvm::Value*> reduced_in_strips(
    FunctionEmitter& e, const plan::StripPlan& plan, StripLoop loop, const ir::Lambda& op,
    std::span<const ir::Atom> neutral, const std::function<std::vector<llvm::Value*>()>& plain);

}  // namespace planish::codegen::cpu
