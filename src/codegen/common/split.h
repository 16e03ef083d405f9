// The code of ranges that are cut: Note [Conditions on the index] in plan/split.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// A loop over [begin, end), of which the index is the number of the iteration. `emit` emits the
// iterations from the first number up to the second, with these checks at both ends.
struct SplitLoop {
  const plan::SplitPlan* plan;       // null: it is not cut
  const plan::EndChecksPlan* whole;  // where nothing is known
  llvm::Value* begin;
  llvm::Value* end;
  std::function<void(llvm::Value* begin, llvm::Value* end, const plan::EndChecksPlan* ends)> emit;
};
void emit_split(FunctionEmitter& e, const SplitLoop& loop);

}  // namespace planish::codegen
