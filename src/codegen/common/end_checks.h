// The code of checks at both ends of a loop: Note [Checks at both ends] in plan/end_checks.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// A loop over [begin, end).
struct EvenLoop {
  const plan::EndChecksPlan* plan;   // null: checks are made where they stand
  std::vector<llvm::Value*> starts;  // what indices begin with that do not begin with the range
  llvm::Value* begin;
  llvm::Value* end;
  std::function<void(llvm::Value* i)> bind_indices;  // for iteration i
};

// What the loop gives, which `emit` emits.
std::vector<llvm::Value*> with_end_checks(FunctionEmitter& e, const EvenLoop& loop,
                                          const GiveValues& emit);

// The loop over these elements of the arrays, for which the parameters stand.
EvenLoop loop_over_elements(FunctionEmitter& e, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays, const plan::EndChecksPlan* ends,
                            llvm::Value* begin, llvm::Value* end);

}  // namespace planish::codegen
