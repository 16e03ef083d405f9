// Memory of arrays: blocks, stack slots, references. See Note [Ownership] in plan/roots.h.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "codegen/common/emitter/open_bodies.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class ArrayMemory : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  // Memory for a new array, row-major: at its destination, on the stack, or a block with one
  // reference.
  Array allocate(ir::Var var);
  Array allocate(ir::Var var, llvm::ArrayRef<llvm::Value*> sizes);
  Array allocate_block(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // On the stack if it turns out to be small, until the iteration of the loop at hand ends;
  // otherwise in a block.
  Array allocate_small(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // What an operator needs for a variable, where the plan says.
  Array allocate_temporary(const ir::Op* op, ir::Var of, llvm::ArrayRef<llvm::Value*> sizes);
  // A copy of a row-major array. If the owner is the only one of a block of that size, it is the block
  // itself, with a further reference.
  Array copy_or_take_over(ir::Var var, const Array& source, llvm::Value* owner);
  // A block that the current body owns.
  Array allocate_held(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // The same elements in row-major order: a copy with a reference.
  Array dense(const Array& array, const ir::Type* type);
  // One that is on the stack if it turns out to be small.
  Array small_dense(const Array& array, const ir::Type* type);
  // The array in a new block that the runtime wrote to a list.
  Array block_in_list(llvm::Value* blocks, size_t number);
  // Was `from` made where `to` is?
  bool is_in_place(const Array& to, const Array& from) const;

  void retain(llvm::Value* owner);
  void release(llvm::Value* owner);
  void release(const OpenBodies::Owned& owned);
  llvm::Value* owner_or_null(const Array& array) const;
  // Slots with owners that are replaced by others. Until end_owning they are released when the
  // function is left.
  void begin_owning(std::span<llvm::AllocaInst* const> slots);
  void end_owning();

 private:
  Array copied(const Array& fresh, const Array& array, Prim elem,
               llvm::ArrayRef<llvm::Value*> dims);
  llvm::Value* byte_count(Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  Array allocate_at(const OpenBodies::Destination& place, Prim elem,
                    llvm::ArrayRef<llvm::Value*> sizes);

  // Arrays that lie at their destinations if the sizes turn out to be equal, and the destinations.
  std::unordered_map<llvm::Value*, llvm::Value*> checked_places_;
};

}  // namespace planish::codegen
