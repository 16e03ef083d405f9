// Combining elements one after the other, with what was combined so far in registers (scalars) or
// at a place (arrays).
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

class Reduction {
 public:
  using Combine = std::function<void(std::span<const ir::Atom> values)>;
  // Computes element i and gives its values to `combine`, once.
  using Each = std::function<void(llvm::Value* i, const Combine& combine)>;

  // `places` has one for each component that is an array; the others have no data.
  Reduction(FunctionEmitter& e, const ir::Lambda& op, std::span<const ir::Atom> neutral,
            std::vector<Array> places)
      : e_(e), op_(op), neutral_(neutral), places_(std::move(places)) {}

  // Starts from the neutral values.
  void run(llvm::Value* begin, llvm::Value* end, const Each& each);
  // The same for scalars with an operator of several steps, each of which waits for the one before:
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
  // The same for rows that are all as long as this one. `each` is called three times.
  void run_equal_row(llvm::Value* begin, llvm::Value* end, const Each& each);
  // After run: what was combined, or null for an array.
  llvm::Value* scalar(size_t k) const { return scalars_[k]; }
  const std::vector<llvm::Value*>& scalars() const { return scalars_; }

 private:
  std::vector<llvm::Value*> start();
  std::vector<llvm::Value*> step(llvm::Value* i, llvm::ArrayRef<llvm::Value*> state,
                                 const Each& each);
  // What the parts of the range from these starts on, all of one length, come to.
  std::vector<llvm::Value*> scalar_streams(llvm::ArrayRef<llvm::Value*> starts, llvm::Value* length,
                                           const Each& each);
  std::vector<llvm::Value*> vector_streams(llvm::ArrayRef<llvm::Value*> starts, llvm::Value* length,
                                           const Each& each);
  std::vector<llvm::Value*> masked_row(llvm::Value* begin, llvm::Value* end, const Each& each);
  int64_t widest_bytes() const;
  void finish(llvm::ArrayRef<llvm::Value*> last);
  std::vector<llvm::Value*> combine(llvm::ArrayRef<llvm::Value*> state,
                                    std::span<const ir::Atom> values);

  FunctionEmitter& e_;
  const ir::Lambda& op_;
  std::span<const ir::Atom> neutral_;
  std::vector<Array> places_;
  std::vector<llvm::Value*> scalars_;
};

}  // namespace planish::codegen
