#include "codegen/common/target_code.h"

#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {

llvm::Value* TargetCode::allocate(FunctionEmitter& e, llvm::Value* bytes) {
  return e.b.CreateCall(e.m.runtime("planish_allocate", e.m.pointer, {e.m.pointer, e.m.i64}),
                        {e.context, bytes}, "block");
}

llvm::Value* TargetCode::data_of(FunctionEmitter& e, llvm::Value* block) {
  return e.b.CreateConstInBoundsGEP1_64(e.m.i8, block, PLANISH_BLOCK_HEADER, "data");
}

void TargetCode::free(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context,
                      llvm::Value* block) {
  b.CreateCall(m.runtime("planish_free", b.getVoidTy(), {m.pointer, m.pointer}), {context, block});
}

llvm::Value* TargetCode::load(FunctionEmitter& e, Prim prim, llvm::Value* pointer,
                              const Array& array) {
  llvm::LoadInst* loaded = e.b.CreateLoad(memory_type(e.m.context, prim), pointer);
  e.elements.tag(loaded, array);
  // So it need not be loaded again after something else was written.
  if (array.is_fixed)
    loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(e.m.context, {}));
  return prim == Prim::Bool ? e.b.CreateTrunc(loaded, e.b.getInt1Ty()) : loaded;
}

void TargetCode::store(FunctionEmitter& e, Prim prim, llvm::Value* value, llvm::Value* pointer,
                       const Array& array) {
  e.elements.tag(e.b.CreateStore(e.elements.in_memory(prim, value), pointer), array);
}

bool TargetCode::copy(FunctionEmitter&, const Array&, const Array&, Prim,
                      llvm::ArrayRef<llvm::Value*>) {
  return false;
}

bool TargetCode::fill(FunctionEmitter&, const Array&, Prim, llvm::ArrayRef<llvm::Value*>,
                      llvm::Value*) {
  return false;
}

bool TargetCode::iota(FunctionEmitter&, const Array&, Prim, llvm::Value*, llvm::Value*,
                      llvm::Value*) {
  return false;
}

bool TargetCode::replicate(FunctionEmitter&, const Array&, Prim, llvm::ArrayRef<llvm::Value*>,
                           const Array&, llvm::ArrayRef<llvm::Value*>) {
  return false;
}

void TargetCode::copy_constants(FunctionEmitter& e, const Array& to, llvm::Value* from, Prim elem,
                                llvm::Value* count) {
  e.copies.copy_range(to, {from, {}, nullptr, 0}, elem, {count}, e.i64(0), count);
}

llvm::Value* TargetCode::constants(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context) {
  llvm::Value* count = b.getInt64(static_cast<uint64_t>(m.facts.constant_places()));
  return b.CreateCall(m.runtime("planish_constants", m.pointer, {m.pointer, m.i64}),
                      {context, count});
}

void TargetCode::trace(FunctionEmitter& e, const ir::Type*,
                       llvm::ArrayRef<llvm::Value*> arguments) {
  ModuleEmitter& m = e.m;
  auto trace = m.runtime("planish_trace", e.b.getVoidTy(),
                         {m.pointer, m.pointer, m.i32, m.i64, m.pointer, m.pointer});
  e.b.CreateCall(trace, arguments);
}

llvm::Value* TargetCode::tuned(FunctionEmitter& e, std::string_view name, llvm::Value* fallback,
                               llvm::Value* compared) {
  ModuleEmitter& m = e.m;
  if (compared != nullptr) {
    auto threshold = m.runtime("planish_threshold", m.i64, {m.pointer, m.pointer, m.i64, m.i64});
    return e.b.CreateCall(threshold, {e.context, m.text(name), fallback, compared});
  }
  auto tuned = m.runtime("planish_tuned", m.i64, {m.pointer, m.pointer, m.i64});
  return e.b.CreateCall(tuned, {e.context, m.text(name), fallback});
}

llvm::Value* TargetCode::fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values,
                              size_t) {
  ModuleEmitter& m = e.m;
  auto fail = m.runtime("planish_fail", m.i32, {m.pointer, m.pointer, m.pointer});
  llvm::CallInst* status = e.b.CreateCall(fail, {e.context, site, values});
  status->addFnAttr(llvm::Attribute::Cold);
  return status;
}

llvm::Value* TargetCode::row_length(FunctionEmitter& e, llvm::Value* offsets, llvm::Value* rows) {
  llvm::FunctionCallee find = e.m.runtime("planish_row_length", e.m.i64, {e.m.pointer, e.m.i64});
  return e.b.CreateCall(find, {offsets, rows});
}

}  // namespace planish::codegen
