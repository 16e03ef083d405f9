#include "codegen/common/emitter/memory.h"

#include <algorithm>

#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {

llvm::Value* ArrayMemory::byte_count(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = i64(byte_size(elem));
  for (llvm::Value* size : sizes) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    bytes = constant != nullptr && constant->isOne()
                ? bytes
                : b_.CreateCall(m_.size_product(), {bytes, size});
  }
  return bytes;
}

Array ArrayMemory::allocate_block(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = byte_count(elem, sizes);
  llvm::Value* block = m_.code.allocate(e_, bytes);
  llvm::Value* failed = b_.CreateIsNull(block);
  e_.control.leave_unless_made(
      b_.CreateSelect(failed, llvm::ConstantInt::get(m_.i32, PLANISH_OUT_OF_MEMORY),
                      llvm::ConstantInt::get(m_.i32, PLANISH_OK)));
  llvm::Value* data = m_.code.data_of(e_, block);
  b_.CreateAlignmentAssumption(m_.module.getDataLayout(), data,
                               static_cast<unsigned>(m_.code.traits.alignment));
  return {data, {}, block, e_.ranges.depth()};
}

Array ArrayMemory::allocate(ir::Var var) { return allocate(var, e_.sizes(e_.type(var))); }

Array ArrayMemory::allocate(ir::Var var, llvm::ArrayRef<llvm::Value*> dims) {
  const Prim elem = e_.type(var)->elem;
  OpenBodies::Entry& innermost = e_.open_bodies.current();
  if (auto found = innermost.destinations.find(var.id); found != innermost.destinations.end())
    return allocate_at(found->second, elem, dims);
  if (auto found = innermost.late_destinations.find(var.id);
      found != innermost.late_destinations.end()) {
    const LateDestination place = found->second;
    return place(elem, dims);
  }
  const plan::Placement& placement = m_.plan.memory.placements.at(var.id);
  switch (placement.home) {
    case plan::Home::Frame: return e_.frame.stack_array(elem, placement.bytes / byte_size(elem));
    case plan::Home::Small: return allocate_small(elem, dims);
    case plan::Home::Block: break;
  }
  return allocate_block(elem, dims);
}

Array ArrayMemory::allocate_small(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::Value* bytes = byte_count(elem, sizes);
  llvm::Value* is_small = b_.CreateICmpULE(bytes, i64(m_.target.stack.task.small_array));
  if (llvm::Value* has_room = e_.frame.has_room()) is_small = b_.CreateAnd(is_small, has_room);
  llvm::BasicBlock* on_stack = e_.control.new_block("small");
  llvm::BasicBlock* in_block = e_.control.new_block("large");
  llvm::BasicBlock* go_on = e_.control.new_block("allocated");
  b_.CreateCondBr(is_small, on_stack, in_block);
  b_.SetInsertPoint(on_stack);
  llvm::Value* slot = e_.frame.small_array(bytes);
  b_.CreateBr(go_on);
  b_.SetInsertPoint(in_block);
  const Array block = allocate_block(elem, sizes);
  in_block = b_.GetInsertBlock();
  b_.CreateBr(go_on);
  b_.SetInsertPoint(go_on);
  llvm::Value* data = e_.control.join({{on_stack, slot}, {in_block, block.data}}, "data");
  llvm::Value* none = llvm::ConstantPointerNull::get(m_.pointer);
  llvm::Value* owner = e_.control.join({{on_stack, none}, {in_block, block.owner}}, "block");
  return {data, {}, owner, e_.ranges.depth()};
}

// A coercion between the array and the result may fail, and is looked at only when the array has
// been made. Until then it needs memory of its own size: the destination, or a block if that has
// another size.
Array ArrayMemory::allocate_at(const OpenBodies::Destination& place, Prim elem,
                               llvm::ArrayRef<llvm::Value*> dims) {
  if (place.fit == plan::Fit::Always) return place.array;
  if (place.fit == plan::Fit::Unknown) return allocate_block(elem, dims);
  const std::vector<llvm::Value*> expected = e_.sizes(place.type);
  llvm::Value* fits = b_.CreateICmpEQ(e_.product(expected), e_.product(dims));
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* other = e_.control.new_block("other_size");
  llvm::BasicBlock* go_on = e_.control.new_block("placed");
  b_.CreateCondBr(fits, go_on, other, e_.control.likely());
  b_.SetInsertPoint(other);
  const Array block = allocate_block(elem, dims);
  other = b_.GetInsertBlock();
  b_.CreateBr(go_on);
  b_.SetInsertPoint(go_on);
  Array out = place.array;
  out.data = e_.control.join({{before, place.array.data}, {other, block.data}}, "data");
  llvm::Value* none = llvm::ConstantPointerNull::get(m_.pointer);
  out.owner = e_.control.join({{before, none}, {other, block.owner}}, "block");
  checked_places_[out.data] = place.array.data;
  return out;
}

Array ArrayMemory::allocate_temporary(const ir::Op* op, ir::Var of,
                                      llvm::ArrayRef<llvm::Value*> sizes) {
  const plan::Temporary& planned = m_.plan.memory.temporary(op, of);
  if (planned.placement.home == plan::Home::Block) return allocate_held(planned.elem, sizes);
  return e_.frame.stack_array(planned.elem, planned.placement.bytes / byte_size(planned.elem));
}

Array ArrayMemory::allocate_held(Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  Array fresh = allocate_block(elem, sizes);
  e_.open_bodies.hold(fresh.owner);
  return fresh;
}

Array ArrayMemory::copy_or_take_over(ir::Var var, const Array& source, llvm::Value* owner) {
  const Prim elem = e_.type(var)->elem;
  const std::vector<llvm::Value*> sizes = e_.sizes(e_.type(var));
  llvm::Value* is_sole = b_.CreateCall(m_.is_sole_owner(), {owner, byte_count(elem, sizes)});
  llvm::BasicBlock* taken = e_.control.new_block("taken_over");
  llvm::BasicBlock* copied = e_.control.new_block("copied");
  llvm::BasicBlock* go_on = e_.control.new_block("owned");
  b_.CreateCondBr(is_sole, taken, copied);
  b_.SetInsertPoint(taken);
  retain(owner);
  b_.CreateBr(go_on);
  b_.SetInsertPoint(copied);
  const Array fresh = allocate_held(elem, sizes);  // copying may fail, too: it can be cancelled
  e_.copies.copy(fresh, source, elem, sizes);
  e_.open_bodies.give_up_owner(fresh.owner);
  copied = b_.GetInsertBlock();
  b_.CreateBr(go_on);
  b_.SetInsertPoint(go_on);
  llvm::Value* data = e_.control.join({{taken, source.data}, {copied, fresh.data}}, "data");
  llvm::Value* block = e_.control.join({{taken, owner}, {copied, fresh.owner}}, "block");
  return {data, {}, block, e_.ranges.depth()};
}

Array ArrayMemory::dense(const Array& array, const ir::Type* type) {
  const std::vector<llvm::Value*> dims = e_.sizes(type);
  return copied(allocate_block(type->elem, dims), array, type->elem, dims);
}

Array ArrayMemory::small_dense(const Array& array, const ir::Type* type) {
  const std::vector<llvm::Value*> dims = e_.sizes(type);
  return copied(allocate_small(type->elem, dims), array, type->elem, dims);
}

Array ArrayMemory::copied(const Array& fresh, const Array& array, Prim elem,
                          llvm::ArrayRef<llvm::Value*> dims) {
  e_.open_bodies.hold(fresh.owner);  // copying may fail, too: it can be cancelled
  e_.copies.copy(fresh, array, elem, dims);
  e_.open_bodies.give_up_owner(fresh.owner);
  return fresh;
}

Array ArrayMemory::block_in_list(llvm::Value* blocks, size_t number) {
  llvm::Value* place = b_.CreateConstInBoundsGEP1_64(m_.pointer, blocks, number);
  llvm::Value* block = b_.CreateLoad(m_.pointer, place, "block");
  return {m_.code.data_of(e_, block), {}, block, e_.ranges.depth()};
}

bool ArrayMemory::is_in_place(const Array& to, const Array& from) const {
  if (!to.strides.empty() || !from.strides.empty()) return false;
  auto checked = checked_places_.find(from.data);
  return to.data == from.data || (checked != checked_places_.end() && checked->second == to.data);
}

// ---- References

void ArrayMemory::retain(llvm::Value* owner) {
  if (owner == nullptr || llvm::isa<llvm::ConstantPointerNull>(owner)) return;
  b_.CreateCall(m_.retain(), {owner});
}

void ArrayMemory::release(llvm::Value* owner) {
  if (owner == nullptr || llvm::isa<llvm::ConstantPointerNull>(owner)) return;
  b_.CreateCall(e_.where == Where::Host ? m_.rare_release() : m_.release(), {e_.context, owner});
}

void ArrayMemory::release(const OpenBodies::Owned& owned) {
  release(owned.slot != nullptr ? b_.CreateLoad(m_.pointer, owned.slot) : owned.owner);
}

llvm::Value* ArrayMemory::owner_or_null(const Array& array) const {
  return array.owner != nullptr ? array.owner : llvm::ConstantPointerNull::get(m_.pointer);
}

void ArrayMemory::begin_owning(std::span<llvm::AllocaInst* const> slots) {
  e_.open_bodies.open();
  for (llvm::AllocaInst* slot : slots) e_.open_bodies.hold_slot(slot);
}

void ArrayMemory::end_owning() { e_.open_bodies.close(); }

}  // namespace planish::codegen
