// Memory of arrays: blocks, stack slots, references. See Note [Ownership] in plan/roots.h.
#include <algorithm>

#include "codegen/common/emit.h"
#include "plan/frames.h"
#include "runtime/abi.h"

namespace planish::codegen {
llvm::AllocaInst* FunctionEmitter::stack_slot(llvm::Type* type, const char* name,
                                              llvm::Value* count) {
  llvm::IRBuilder<> at_entry(entry_->getTerminator());
  return at_entry.CreateAlloca(type, count, name);
}

Array FunctionEmitter::stack_array(Prim prim, int64_t count) {
  llvm::Type* elem = memory_type(m.context, prim);
  llvm::AllocaInst* slot =
      stack_slot(llvm::ArrayType::get(elem, static_cast<uint64_t>(count)), "array");
  slot->setAlignment(llvm::Align(m.code.traits.alignment));
  return {slot, {}, nullptr, parallel_loops.size()};
}

llvm::Value* FunctionEmitter::byte_count(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = i64(byte_size(elem));
  for (llvm::Value* size : sizes) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    bytes = constant != nullptr && constant->isOne()
                ? bytes
                : b.CreateCall(m.size_product(), {bytes, size});
  }
  return bytes;
}

Array FunctionEmitter::allocate_block(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = byte_count(elem, sizes);
  llvm::Value* block = m.code.allocate(*this, bytes);
  llvm::Value* failed = b.CreateIsNull(block);
  leave_unless_made(b.CreateSelect(failed, llvm::ConstantInt::get(m.i32, PLANISH_OUT_OF_MEMORY),
                                   llvm::ConstantInt::get(m.i32, PLANISH_OK)));
  llvm::Value* data = m.code.data_of(*this, block);
  b.CreateAlignmentAssumption(m.module.getDataLayout(), data,
                              static_cast<unsigned>(m.code.traits.alignment));
  return {data, {}, block, parallel_loops.size()};
}

// How many bytes of the stack an array of these sizes may take that an operator needs while it
// runs; none if it does not belong there.
std::optional<int64_t> FunctionEmitter::stack_bytes(Prim elem,
                                                    llvm::ArrayRef<llvm::Value*> sizes) const {
  const StackLimits& limits = m.code.traits.stack;
  if (limits.frame_array == 0) return {};
  int64_t bytes = byte_size(elem);
  for (llvm::Value* size : sizes) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (constant == nullptr || constant->getSExtValue() > limits.frame_array) return {};
    bytes *= std::max<int64_t>(constant->getSExtValue(), 0);
    if (bytes > limits.frame_array) return {};
  }
  if (stack_bytes_ + bytes > limits.frame) return {};
  return bytes;
}

void FunctionEmitter::check_stack() {
  llvm::Value* left =
      b.CreateCall(m.runtime("planish_stack_left", m.i64, {m.pointer}), {context}, "stack_left");
  has_stack_ = b.CreateICmpSGT(left, i64(m.target.stack.for_calls));
  llvm::BasicBlock* ask = new_block("deep");
  llvm::BasicBlock* go_on = new_block("shallow");
  b.CreateCondBr(b.CreateICmpSGT(left, i64(0)), go_on, ask, likely());
  b.SetInsertPoint(ask);
  leave_unless_ok(b.CreateCall(m.runtime("planish_check_stack", m.i32, {m.pointer}), {context}));
  b.CreateBr(go_on);
  b.SetInsertPoint(go_on);
}

Array FunctionEmitter::allocate_small(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  const StackLimits& limits = m.code.traits.stack;
  stack_bytes_ += limits.small_array;
  grows_stack_ = true;
  llvm::Value* bytes = byte_count(elem, sizes);
  llvm::Value* is_small = b.CreateICmpULE(bytes, i64(limits.small_array));
  if (has_stack_ != nullptr) is_small = b.CreateAnd(is_small, has_stack_);
  llvm::BasicBlock* on_stack = new_block("small");
  llvm::BasicBlock* in_block = new_block("large");
  llvm::BasicBlock* go_on = new_block("allocated");
  b.CreateCondBr(is_small, on_stack, in_block);
  b.SetInsertPoint(on_stack);
  llvm::AllocaInst* slot = b.CreateAlloca(m.i8, bytes, "array");
  slot->setAlignment(llvm::Align(16));
  b.CreateBr(go_on);
  b.SetInsertPoint(in_block);
  const Array block = allocate_block(elem, sizes);
  in_block = b.GetInsertBlock();
  b.CreateBr(go_on);
  b.SetInsertPoint(go_on);
  const auto either = [&](llvm::Value* first, llvm::Value* second, const char* name) {
    llvm::PHINode* phi = b.CreatePHI(m.pointer, 2, name);
    phi->addIncoming(first, on_stack);
    phi->addIncoming(second, in_block);
    return phi;
  };
  llvm::Value* data = either(slot, block.data, "data");
  llvm::Value* owner = either(llvm::ConstantPointerNull::get(m.pointer), block.owner, "block");
  return {data, {}, owner, parallel_loops.size()};
}

// A coercion between the array and the result may fail, and is looked at only when the array has
// been made. Until then it needs memory of its own size: the destination, or a block if that has
// another size.
Array FunctionEmitter::allocate_at(const Scopes::Place& place, Prim elem,
                                   llvm::ArrayRef<llvm::Value*> dims) {
  if (place.fit == plan::Fit::Always) return place.array;
  if (place.fit == plan::Fit::Unknown) return allocate_block(elem, dims);
  const std::vector<llvm::Value*> expected = sizes(place.type);
  llvm::Value* fits = b.CreateICmpEQ(product(expected), product(dims));
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* other = new_block("other_size");
  llvm::BasicBlock* go_on = new_block("placed");
  b.CreateCondBr(fits, go_on, other, likely());
  b.SetInsertPoint(other);
  const Array block = allocate_block(elem, dims);
  other = b.GetInsertBlock();
  b.CreateBr(go_on);
  b.SetInsertPoint(go_on);
  const auto either = [&](llvm::Value* first, llvm::Value* second, const char* name) {
    llvm::PHINode* phi = b.CreatePHI(m.pointer, 2, name);
    phi->addIncoming(first, before);
    phi->addIncoming(second, other);
    return phi;
  };
  Array out = place.array;
  out.data = either(place.array.data, block.data, "data");
  out.owner = either(llvm::ConstantPointerNull::get(m.pointer), block.owner, "block");
  checked_places_[out.data] = place.array.data;
  return out;
}

Array FunctionEmitter::allocate(ir::Var var, llvm::ArrayRef<llvm::Value*> dims) {
  const Prim elem = type(var)->elem;
  Scopes::Scope& scope = scopes_.current();
  if (auto found = scope.destinations.find(var.id); found != scope.destinations.end())
    return allocate_at(found->second, elem, dims);
  if (auto found = scope.late_destinations.find(var.id); found != scope.late_destinations.end()) {
    const LateDestination place = found->second;
    return place(elem, dims);
  }
  const plan::Placement& placement = m.plan.memory.placements.at(var.id);
  switch (placement.home) {
    case plan::Home::Frame:
      stack_bytes_ += placement.bytes;
      return stack_array(elem, placement.bytes / byte_size(elem));
    case plan::Home::Small: return allocate_small(elem, dims);
    case plan::Home::Block: break;
  }
  return allocate_block(elem, dims);
}

Array FunctionEmitter::allocate_in_scope(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  if (auto bytes = stack_bytes(elem, sizes)) {
    stack_bytes_ += *bytes;
    return stack_array(elem, *bytes / byte_size(elem));
  }
  Array fresh = allocate_block(elem, sizes);
  scopes_.hold(fresh.owner);
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

void FunctionEmitter::release(const Scopes::Owned& owned) {
  release(owned.slot != nullptr ? b.CreateLoad(m.pointer, owned.slot) : owned.owner);
}

Array FunctionEmitter::dense(const Array& array, const ir::Type* type) {
  std::vector<llvm::Value*> dims = sizes(type);
  Array fresh = allocate_block(type->elem, dims);
  copy(fresh, array, type->elem, dims);
  return fresh;
}

// ---- What the runtime reads

// A record on the stack, as the runtime reads it.
llvm::Value* FunctionEmitter::record(llvm::ArrayRef<llvm::Value*> fields) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* field : fields) types.push_back(field->getType());
  llvm::StructType* record_type = llvm::StructType::get(m.context, types);
  llvm::Value* slot = stack_slot(record_type, "description");
  for (unsigned k = 0; k < fields.size(); k++)
    b.CreateStore(fields[k], b.CreateStructGEP(record_type, slot, k));
  return slot;
}

llvm::Value* FunctionEmitter::stack_list(llvm::ArrayRef<llvm::Value*> values) {
  if (values.empty()) return llvm::ConstantPointerNull::get(m.pointer);
  llvm::Type* elem = values[0]->getType();
  llvm::Value* slot = stack_slot(llvm::ArrayType::get(elem, values.size()), "list");
  for (size_t k = 0; k < values.size(); k++)
    b.CreateStore(values[k], b.CreateConstInBoundsGEP1_64(elem, slot, k));
  return slot;
}

Array FunctionEmitter::block_in_list(llvm::Value* blocks, size_t number) {
  llvm::Value* place = b.CreateConstInBoundsGEP1_64(m.pointer, blocks, number);
  llvm::Value* block = b.CreateLoad(m.pointer, place, "block");
  return {m.code.data_of(*this, block), {}, block, parallel_loops.size()};
}

}  // namespace planish::codegen
