// Reductions of rows of different lengths, most of which may be short.
//
// Note [Short rows]
// A loop that LLVM vectorises does several vectors at a time and what is left one by one. Of a row of ten elements nothing
// else is left, and each addition waits for the one before; and how often a loop runs is guessed wrong for most rows if
// their lengths differ. So a row begins with a block of a few vectors of which only as many lanes are used as do not fill
// a block (of a row that is not longer than a block: all of it), and the rest of the row are whole blocks. Rows that are
// not longer than a block, empty ones too, are then done without a branch that could be guessed wrong. The vectors of a
// block and their lanes are combined at the end.
//
// Elements at computed places are another matter: each takes a load of its own, and one that has to wait for memory
// holds up those behind it. There a block is one vector: of eight lanes on a CPU whose instructions for gathering do not
// load lanes that are not used, and are done with few steps; of four, which are loaded one by one, on others.
//
// Checks are made for a vector at a time. If one fails, the row is done again one by one, to find where and to say so.
#pragma once

#include "codegen/cpu/emit.h"
#include "codegen/cpu/reduction.h"

namespace planish::codegen::cpu {

// Can single lanes of a vector be loaded? With AVX, and so with vectors of 32 bytes.
bool has_masks(const ModuleEmitter& m);

class RowReduction {
 public:
  // `index` is that of the level which is reduced.
  RowReduction(FunctionEmitter& host, ir::Var index, const ir::SegRed& op);

  // Can it be done? Nothing is emitted.
  bool applies();
  int64_t lanes() const { return lanes_; }
  unsigned block_vectors() const { return block_vectors_; }
  // From now on blocks of so many vectors are emitted: fewer are better where rows are short and all alike.
  void use_blocks_of(unsigned vectors) { block_vectors_ = vectors; }
  // From so many items on, what others do is better; 0: it never is.
  int64_t long_row() const { return has_checks_ || block_vectors_ > 1 ? 0 : gathers_ ? 256 : 64; }
  bool has_checks() const { return has_checks_; }
  // Reduces `length` elements of the row that is bound, from number `begin` on. An empty row at the end of memory takes
  // long: loads there do, even if no lane of them is wanted. If a check fails it goes on in the block `failed`.
  std::vector<llvm::Value*> emit(FunctionEmitter& e, llvm::Value* begin, llvm::Value* length,
                                 llvm::BasicBlock* failed);

 private:
  enum class Kind : uint8_t {
    Uniform,  // the same for all elements
    Affine,   // an index that grows by one from element to element
    Lanes,
  };

  bool classify(const ir::Stm& stm);
  bool is_dense_along(const ir::Index& index, size_t dim) const;
  // Is the element there even if the row is empty?
  bool is_there_for_all(const ir::Index& index) const;
  Kind kind(const ir::Atom& atom) const;
  using Vectors =
      std::vector<llvm::Value*>;  // the results' vectors of lanes, block_vectors_ of each

  // The first `count` elements, at most a block of them; neutral elements for the rest of the block.
  Vectors first_block(FunctionEmitter& e, llvm::Value* begin, llvm::Value* count);
  // Combines these with `count` whole blocks, which begin at element `begin`.
  Vectors add_blocks(FunctionEmitter& e, Vectors sums, llvm::Value* begin, llvm::Value* count);
  // One scalar for each result.
  std::vector<llvm::Value*> combine_all(FunctionEmitter& e, const Vectors& sums);
  // The values of the elements from `first` on. `mask`: which of them there are; null: all.
  std::vector<llvm::Value*> values(FunctionEmitter& e, llvm::Value* first, llvm::Value* mask);
  void check(FunctionEmitter& e, llvm::Value* holds, llvm::Value* mask);
  llvm::Value* elements(FunctionEmitter& e, const ir::Index& index, Prim prim, llvm::Value* mask);
  llvm::Value* lane_value(FunctionEmitter& e, const ir::Atom& atom);
  llvm::Value* across_lanes(FunctionEmitter& e, size_t k, llvm::Value* vector);
  llvm::Value* splat(FunctionEmitter& e, llvm::Value* scalar) {
    return e.b.CreateVectorSplat(lanes_, scalar);
  }
  llvm::VectorType* vector_type(Prim prim) const;

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::Var index_;
  const ir::SegRed& op_;
  unsigned lanes_ = 0;
  unsigned block_vectors_ = 1;
  bool gathers_ = false;
  bool has_checks_ = false;
  bool reads_empty_rows_ = true;  // nothing is read that is there for other rows only
  llvm::BasicBlock* failed_ = nullptr;
  std::unordered_map<uint32_t, Kind> kinds_;
  std::unordered_map<uint32_t, llvm::Value*> vectors_;  // of variables that are Lanes
};

}  // namespace planish::codegen::cpu
