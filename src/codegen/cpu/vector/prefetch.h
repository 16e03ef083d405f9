// The code of prefetching: Note [Prefetching rows] in plan/prefetch.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// Asks for what lies there, to be read, and kept in all caches. Nothing has to lie there.
void ask_for(FunctionEmitter& e, llvm::Value* pointer);

class Prefetch {
 public:
  // Of a loop whose index is this variable.
  Prefetch(FunctionEmitter& e, const plan::PrefetchPlan& plan, ir::Var index)
      : e_(e), plan_(plan), index_(index) {}

  // In iteration i of a loop that ends before `end`. Binds the index and variables of the body to
  // something else.
  void emit(llvm::Value* i, llvm::Value* end);

 private:
  enum class Last : uint8_t { Row, Place };  // what is asked for: a row, or the place of one

  void ask(llvm::Value* i, Last last);
  std::vector<llvm::Value*> inside(const ir::Index& op);

  FunctionEmitter& e_;
  const plan::PrefetchPlan& plan_;
  const ir::Var index_;
};

}  // namespace planish::codegen::cpu
