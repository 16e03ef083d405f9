#include "codegen/common/emitter/frame.h"

#include "codegen/common/emit.h"

namespace planish::codegen {

Frame::Frame(FunctionEmitter& e)
    : EmitterPart(e), entry_(llvm::BasicBlock::Create(m_.context, "entry", e.function)) {
  auto* start = llvm::BasicBlock::Create(m_.context, "start", e.function);
  // Stack slots go to the entry block, before the jump.
  b_.SetInsertPoint(entry_);
  b_.CreateBr(start);
  b_.SetInsertPoint(start);
}

llvm::AllocaInst* Frame::stack_slot(llvm::Type* type, const char* name, llvm::Value* count) {
  return at_entry().CreateAlloca(type, count, name);
}

Array Frame::stack_array(Prim prim, int64_t count) {
  llvm::Type* elem = memory_type(m_.context, prim);
  llvm::AllocaInst* slot =
      stack_slot(llvm::ArrayType::get(elem, static_cast<uint64_t>(count)), "array");
  slot->setAlignment(llvm::Align(m_.code.traits.alignment));
  return {slot, {}, nullptr, e_.ranges.depth()};
}

llvm::Value* Frame::record(llvm::ArrayRef<llvm::Value*> fields) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* field : fields) types.push_back(field->getType());
  llvm::StructType* record_type = llvm::StructType::get(m_.context, types);
  llvm::Value* slot = stack_slot(record_type, "description");
  for (unsigned k = 0; k < fields.size(); k++)
    b_.CreateStore(fields[k], b_.CreateStructGEP(record_type, slot, k));
  return slot;
}

llvm::Value* Frame::stack_list(llvm::ArrayRef<llvm::Value*> values) {
  if (values.empty()) return llvm::ConstantPointerNull::get(m_.pointer);
  llvm::Type* elem = values[0]->getType();
  llvm::Value* slot = stack_slot(llvm::ArrayType::get(elem, values.size()), "list");
  for (size_t k = 0; k < values.size(); k++)
    b_.CreateStore(values[k], b_.CreateConstInBoundsGEP1_64(elem, slot, k));
  return slot;
}

void Frame::check_stack() {
  llvm::Value* left = b_.CreateCall(m_.runtime("planish_stack_left", m_.i64, {m_.pointer}),
                                    {e_.context}, "stack_left");
  has_room_ = b_.CreateICmpSGT(left, i64(m_.target.stack.for_calls));
  llvm::BasicBlock* ask = e_.control.new_block("deep");
  llvm::BasicBlock* go_on = e_.control.new_block("shallow");
  b_.CreateCondBr(b_.CreateICmpSGT(left, i64(0)), go_on, ask, e_.control.likely());
  b_.SetInsertPoint(ask);
  e_.control.leave_unless_ok(
      b_.CreateCall(m_.runtime("planish_check_stack", m_.i32, {m_.pointer}), {e_.context}));
  b_.CreateBr(go_on);
  b_.SetInsertPoint(go_on);
}

llvm::AllocaInst* Frame::small_array(llvm::Value* bytes) {
  grows_ = true;
  llvm::AllocaInst* slot = b_.CreateAlloca(m_.i8, bytes, "array");
  slot->setAlignment(llvm::Align(16));
  return slot;
}

void Frame::iteration(const std::function<void()>& code) {
  const bool grew = std::exchange(grows_, false);
  llvm::CallInst* top = b_.CreateStackSave("top");
  code();
  if (grows_) {
    b_.CreateStackRestore(top);
  } else {
    top->eraseFromParent();
  }
  grows_ = grew;
}

}  // namespace planish::codegen
