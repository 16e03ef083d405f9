// Combining elements one after the other, with what was combined so far in registers (scalars) or
// at a place (arrays).
#pragma once

#include "codegen/common/emit.h"
#include "plan/operators.h"

namespace planish::codegen {

using plan::are_scalars;
using plan::is_reorderable;

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
  // After run: what was combined, or null for an array.
  llvm::Value* scalar(size_t k) const { return scalars_[k]; }
  const std::vector<llvm::Value*>& scalars() const { return scalars_; }

 protected:
  // What the state begins with; arrays are put at their places.
  std::vector<llvm::Value*> start();
  std::vector<llvm::Value*> step(llvm::Value* i, llvm::ArrayRef<llvm::Value*> state,
                                 const Each& each);
  void finish(llvm::ArrayRef<llvm::Value*> last);

  FunctionEmitter& e_;
  const ir::Lambda& op_;
  const std::span<const ir::Atom> neutral_;

 private:
  std::vector<llvm::Value*> combine(llvm::ArrayRef<llvm::Value*> state,
                                    std::span<const ir::Atom> values);

  std::vector<Array> places_;
  std::vector<llvm::Value*> scalars_;
};

}  // namespace planish::codegen
