// Memory of arrays: blocks, stack slots, references. See Note [Ownership] in emit.h.
#include "codegen/cpu/emit.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

// Small arrays of constant size live on the stack, as long as the frame stays small: tasks run on ordinary stacks.
constexpr int64_t kLargestStackArray = 4096;
constexpr int64_t kLargestFrame = 1 << 15;

}  // namespace

llvm::AllocaInst* FunctionEmitter::stack_slot(llvm::Type* type, const char* name,
                                              llvm::Value* count) {
  llvm::IRBuilder<> at_entry(entry_->getTerminator());
  return at_entry.CreateAlloca(type, count, name);
}

Array FunctionEmitter::stack_array(const ir::Type* type, int64_t count) {
  llvm::Type* elem = memory_type(m.context, type->elem);
  llvm::AllocaInst* slot =
      stack_slot(llvm::ArrayType::get(elem, static_cast<uint64_t>(count)), "array");
  slot->setAlignment(llvm::Align(PLANISH_BLOCK_HEADER));
  return {slot, {}, nullptr, parallel_loops.size()};
}

Array FunctionEmitter::allocate_block(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = i64(byte_size(elem));
  for (llvm::Value* size : sizes) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    bytes = constant != nullptr && constant->isOne()
                ? bytes
                : b.CreateCall(m.size_product(), {bytes, size});
  }
  llvm::Value* block = b.CreateCall(m.runtime("planish_allocate", m.pointer, {m.pointer, m.i64}),
                                    {context, bytes}, "block");
  llvm::Value* failed = b.CreateIsNull(block);
  leave_unless_ok(b.CreateSelect(failed, llvm::ConstantInt::get(m.i32, PLANISH_OUT_OF_MEMORY),
                                 llvm::ConstantInt::get(m.i32, PLANISH_OK)));
  llvm::Value* data = b.CreateConstInBoundsGEP1_64(m.i8, block, PLANISH_BLOCK_HEADER, "data");
  b.CreateAlignmentAssumption(m.module.getDataLayout(), data, PLANISH_BLOCK_HEADER);
  return {data, {}, block, parallel_loops.size()};
}

Array FunctionEmitter::allocate(ir::Var var) {
  const ir::Type* array_type = type(var);
  Scope& scope = scopes_.back();
  if (auto found = scope.destinations.find(var.id); found != scope.destinations.end())
    return found->second;
  if (auto found = scope.late_destinations.find(var.id); found != scope.late_destinations.end())
    return found->second(array_type);
  std::vector<llvm::Value*> dims = sizes(array_type);
  int64_t count = 1;
  for (llvm::Value* dim : dims) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(dim);
    if (constant == nullptr || constant->getSExtValue() > kLargestStackArray) {
      count = -1;
      break;
    }
    count *= std::max<int64_t>(constant->getSExtValue(), 0);
    if (count > kLargestStackArray) break;
  }
  const int64_t bytes = count * byte_size(array_type->elem);
  if (count >= 0 && bytes <= kLargestStackArray && stack_bytes_ + bytes <= kLargestFrame &&
      !m.escapes(var)) {
    stack_bytes_ += bytes;
    return stack_array(array_type, count);
  }
  return allocate_block(array_type->elem, dims);
}

void FunctionEmitter::retain(llvm::Value* owner) {
  if (owner == nullptr || llvm::isa<llvm::ConstantPointerNull>(owner)) return;
  b.CreateCall(m.retain(), {owner});
}

void FunctionEmitter::release(llvm::Value* owner) {
  if (owner == nullptr || llvm::isa<llvm::ConstantPointerNull>(owner)) return;
  b.CreateCall(where == Where::Host ? m.rare_release() : m.release(), {context, owner});
}

void FunctionEmitter::release(const Owned& owned) {
  release(owned.slot != nullptr ? b.CreateLoad(m.pointer, owned.slot) : owned.owner);
}

Array FunctionEmitter::dense(const Array& array, const ir::Type* type) {
  std::vector<llvm::Value*> dims = sizes(type);
  Array fresh = allocate_block(type->elem, dims);
  copy(fresh, array, type->elem, dims);
  return fresh;
}

}  // namespace planish::codegen::cpu
