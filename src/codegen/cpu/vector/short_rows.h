// The code of short rows: Note [Short rows] in plan/short_rows.h.
#pragma once

#include "codegen/common/emit.h"
#include "codegen/common/reduction.h"

namespace planish::codegen::cpu {

class RowReduction {
 public:
  RowReduction(FunctionEmitter& host, const ir::SegRed& op, const plan::ShortRowsPlan& plan);

  int64_t lanes() const { return plan_.lanes; }
  unsigned block_vectors() const { return block_vectors_; }
  // From now on blocks of so many vectors are emitted: fewer are better where rows are short and
  // all alike.
  void use_blocks_of(unsigned vectors) { block_vectors_ = vectors; }
  // Reduces `length` elements of the row that is bound, from number `begin` on. An empty row at the
  // end of memory takes long: loads there do, even if no lane of them is wanted. If a check fails
  // it goes on in the block `failed`.
  std::vector<llvm::Value*> emit(FunctionEmitter& e, llvm::Value* begin, llvm::Value* length,
                                 llvm::BasicBlock* failed);

 private:
  using Vectors =
      std::vector<llvm::Value*>;  // the results' vectors of lanes, block_vectors_ of each

  // The first `count` elements, at most a block of them; neutral elements for the rest of the
  // block.
  Vectors first_block(FunctionEmitter& e, llvm::Value* begin, llvm::Value* count);
  // Combines these with `count` whole blocks, which begin at element `begin`.
  Vectors add_blocks(FunctionEmitter& e, Vectors sums, llvm::Value* begin, llvm::Value* count);
  // One scalar for each result.
  std::vector<llvm::Value*> combine_all(FunctionEmitter& e, const Vectors& sums);
  // The values of the elements from `first` on. `mask`: which of them there are; null: all.
  std::vector<llvm::Value*> values(FunctionEmitter& e, llvm::Value* first, llvm::Value* mask);
  // Asks for what later rows need of an array that rows lie in one after the other.
  void ask_ahead(FunctionEmitter& e, const ir::Index& index);
  llvm::Value* across_lanes(FunctionEmitter& e, size_t k, llvm::Value* vector);
  llvm::Value* splat(FunctionEmitter& e, llvm::Value* scalar) {
    return e.b.CreateVectorSplat(plan_.lanes, scalar);
  }

  ModuleEmitter& m_;
  const ir::SegRed& op_;
  const plan::ShortRowsPlan& plan_;
  const ir::Var index_;  // of the level that is reduced
  unsigned block_vectors_;
  llvm::BasicBlock* failed_ = nullptr;
};

}  // namespace planish::codegen::cpu
