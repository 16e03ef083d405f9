// Filters that are done by vectors.
//
// Note [Vector filters]
// Where an item goes that is kept depends on those before it, so a loop that filters is done one by one. But whether an item
// is kept, and what is kept of it, depends on nothing else. So a range is done in blocks: first the conditions and values of
// all items of a block, in a loop that LLVM vectorises, which writes them to the stack; then a vector of them at a time. Its
// lanes that are kept move together, by one instruction of AVX-512, and the whole vector is stored: what is behind them
// is overwritten by the next, and there is room for it, since no more items were kept than were looked at. A filter of
// 2^26 f32 takes half of the time.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

class VectorFilter {
 public:
  // `body` gives the condition and what is kept of the item with this index.
  VectorFilter(FunctionEmitter& e, ir::Var index, const ir::Body& body);

  // Can it be done? Nothing is emitted.
  bool applies() const;
  // Filters the items [begin, end). What is kept is written to the arrays `to` from element `at` on, which have room for all
  // of them. Gives where the next element goes.
  llvm::Value* emit(llvm::Value* begin, llvm::Value* end, const std::vector<Array>& to,
                    llvm::Value* at);

 private:
  std::span<const ir::Atom> values() const { return body_.results.subspan(1); }
  Prim prim(const ir::Atom& value) const { return e_.type(value)->elem; }
  void look_at_block(llvm::Value* first, llvm::Value* count);
  llvm::Value* keep_of_block(llvm::Value* count, const std::vector<Array>& to, llvm::Value* at);
  llvm::Value* keep_of_vector(llvm::Value* first, const std::vector<Array>& to, llvm::Value* at);
  llvm::Value* keep_of_item(llvm::Value* number, const std::vector<Array>& to, llvm::Value* at);

  FunctionEmitter& e_;
  const ir::Var index_;
  const ir::Body& body_;
  unsigned lanes_ = 0;
  // Of a block, on the stack.
  Array conditions_;
  std::vector<Array> buffers_;
};

}  // namespace planish::codegen::cpu
