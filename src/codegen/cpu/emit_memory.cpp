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

Array FunctionEmitter::stack_array(Prim prim, int64_t count) {
  llvm::Type* elem = memory_type(m.context, prim);
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

// How many bytes of the stack an array of these sizes may take; none if it does not belong there.
std::optional<int64_t> FunctionEmitter::stack_bytes(Prim elem,
                                                    llvm::ArrayRef<llvm::Value*> sizes) const {
  int64_t bytes = byte_size(elem);
  for (llvm::Value* size : sizes) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (constant == nullptr || constant->getSExtValue() > kLargestStackArray) return {};
    bytes *= std::max<int64_t>(constant->getSExtValue(), 0);
    if (bytes > kLargestStackArray) return {};
  }
  if (stack_bytes_ + bytes > kLargestFrame) return {};
  return bytes;
}

Array FunctionEmitter::allocate(ir::Var var) {
  const ir::Type* array_type = type(var);
  Scope& scope = scopes_.back();
  if (auto found = scope.destinations.find(var.id); found != scope.destinations.end())
    return found->second;
  if (auto found = scope.late_destinations.find(var.id); found != scope.late_destinations.end())
    return found->second(array_type);
  std::vector<llvm::Value*> dims = sizes(array_type);
  if (auto bytes = stack_bytes(array_type->elem, dims); bytes && !m.escapes(var)) {
    stack_bytes_ += *bytes;
    return stack_array(array_type->elem, *bytes / byte_size(array_type->elem));
  }
  return allocate_block(array_type->elem, dims);
}

Array FunctionEmitter::allocate_in_scope(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  if (auto bytes = stack_bytes(elem, sizes)) {
    stack_bytes_ += *bytes;
    return stack_array(elem, *bytes / byte_size(elem));
  }
  Array fresh = allocate_block(elem, sizes);
  scopes_.back().owned.push_back({{}, fresh.owner});
  return fresh;
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
