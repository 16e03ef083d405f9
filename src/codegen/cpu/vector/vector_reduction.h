// Combining elements several at a time.
#pragma once

#include "codegen/common/reduction.h"

namespace planish::codegen::cpu {

class VectorReduction : public Reduction {
 public:
  using Reduction::Reduction;

  // As run, for scalars with an operator of several steps, each of which waits for the one before:
  // several parts of the range go side by side, and are combined at the end. `each` is called
  // often.
  void run_streams(llvm::Value* begin, llvm::Value* end, const Each& each);
  // Several reductions of `length` elements each, which begin at these indices, in the lanes of
  // vectors: for an operator that is_vector_operator. Gives vectors.
  using EachOfLane = std::function<void(size_t lane, llvm::Value* i, const Combine& combine)>;
  std::vector<llvm::Value*> run_lanes(llvm::ArrayRef<llvm::Value*> starts, llvm::Value* length,
                                      const EachOfLane& each);
  // The same for rows of any length, with an operator that is_reorderable: whole vectors, then one
  // that is partial. `each` is called twice.
  void run_row(llvm::Value* begin, llvm::Value* end, const Each& each);
  // The same for sums that count elements: Note [Counts] in plan/counts.h.
  void run_counts(llvm::Value* begin, llvm::Value* end, const plan::CountsPlan& counts,
                  const Each& each);
  // The same for rows that are all as long as this one. `each` is called three times.
  void run_equal_row(llvm::Value* begin, llvm::Value* end, const Each& each);

 private:
  // What the parts of the range from these starts on, all of one length, come to.
  std::vector<llvm::Value*> scalar_streams(llvm::ArrayRef<llvm::Value*> starts, llvm::Value* length,
                                           const Each& each);
  std::vector<llvm::Value*> vector_streams(llvm::ArrayRef<llvm::Value*> starts, llvm::Value* length,
                                           const Each& each);
  std::vector<llvm::Value*> masked_row(llvm::Value* begin, llvm::Value* end, const Each& each);
  int64_t widest_bytes() const;
};

}  // namespace planish::codegen::cpu
