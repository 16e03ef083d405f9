// The function's frame on the stack.
#pragma once

#include <functional>

#include "codegen/common/emitter/array.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class Frame : public EmitterPart {
 public:
  // The emitter stands behind the entry block afterwards.
  explicit Frame(FunctionEmitter& e);

  // Where slots are made, and what is done once, before anything else.
  llvm::IRBuilder<> at_entry() const { return llvm::IRBuilder<>(entry_->getTerminator()); }
  llvm::AllocaInst* stack_slot(llvm::Type* type, const char* name, llvm::Value* count = nullptr);
  Array stack_array(Prim elem, int64_t count);
  // A record, or a list of values of one type, as the runtime reads them.
  llvm::Value* record(llvm::ArrayRef<llvm::Value*> fields);
  llvm::Value* stack_list(llvm::ArrayRef<llvm::Value*> values);

  // Fails if the thread's stack is nearly used up. For recursive functions, before anything else.
  void check_stack();
  // Memory until the iteration at hand ends.
  llvm::AllocaInst* small_array(llvm::Value* bytes);
  // Whether there is more of the stack than recursion needs; null: there is.
  llvm::Value* has_room() const { return has_room_; }
  // The code of an iteration: what it has on the stack is gone when it ends.
  void iteration(const std::function<void()>& code);

 private:
  llvm::BasicBlock* entry_;
  llvm::Value* has_room_ = nullptr;
  bool grows_ = false;  // in the iteration at hand
};

}  // namespace planish::codegen
