// Reductions of rows of different lengths, most of which may be short.
//
// Note [Short rows]
// A loop that LLVM vectorises does several vectors at a time and what is left one by one. Of a row of ten elements nothing
// else is left, and each addition waits for the one before; and how often a loop runs is guessed wrong for most rows if
// their lengths differ. So a row begins with one vector of which only as many lanes are used as do not fill a vector (of a
// row that is not longer than a vector: all of it), and the rest of the row are whole vectors. Rows that are not longer
// than a vector are then done without a branch that could be guessed wrong. The lanes are combined at the end.
//
// Elements at computed places are another matter: to gather a vector of them takes as long as to load its lanes one by
// one, however few of them are used. There the elements before the whole vectors are done one by one.
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
  // From so many items on, several vectors at a time are better.
  int64_t long_row() const { return gathers_ ? 256 : 64; }
  // Reduces the elements [0, length) of the row that is bound; `each` is for those that are done one by one.
  std::vector<llvm::Value*> emit(FunctionEmitter& e, llvm::Value* length,
                                 const Reduction::Each& each);

 private:
  enum class Kind : uint8_t {
    Uniform,  // the same for all elements
    Affine,   // an index that grows by one from element to element
    Lanes,
  };

  bool classify(const ir::Stm& stm);
  bool is_dense_along(const ir::Index& index, size_t dim) const;
  Kind kind(const ir::Atom& atom) const;
  // What the first `count` elements come to, 1 to lanes_ of them: the lanes of a vector, or a scalar.
  std::vector<llvm::Value*> first_vector(FunctionEmitter& e, llvm::Value* count);
  std::vector<llvm::Value*> one_by_one(FunctionEmitter& e, llvm::Value* count,
                                       const Reduction::Each& each);
  // The values of the elements from `first` on. `mask`: which of them there are; null: all.
  std::vector<llvm::Value*> values(FunctionEmitter& e, llvm::Value* first, llvm::Value* mask);
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
  bool gathers_ = false;
  std::unordered_map<uint32_t, Kind> kinds_;
  std::unordered_map<uint32_t, llvm::Value*> vectors_;  // of variables that are Lanes
};

}  // namespace planish::codegen::cpu
