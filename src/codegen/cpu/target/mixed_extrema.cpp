#include "codegen/cpu/target/mixed_extrema.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <vector>

namespace planish::codegen {
namespace {

// Note [Extrema of several types]
// Reductions by `minnum` and `maxnum` are vectorised by LLVM 22 with a test whether any element is
// a NaN. It makes one test of those of two reductions, `fcmp uno a, b`, also where one is of floats
// and the other of doubles, which is wrong code. `minimumnum` and `maximumnum` give the same and
// need no such test; they take an instruction more for each vector, and are used only in loops that
// have both types.

llvm::Intrinsic::ID without_test(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::minnum: return llvm::Intrinsic::minimumnum;
    case llvm::Intrinsic::maxnum: return llvm::Intrinsic::maximumnum;
    default: return llvm::Intrinsic::not_intrinsic;
  }
}

struct MixedExtrema : llvm::PassInfoMixin<MixedExtrema> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (const llvm::Loop* loop :
         analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      if (loop->isInnermost()) changed |= change(*loop);
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

 private:
  static bool change(const llvm::Loop& loop) {
    std::vector<llvm::IntrinsicInst*> extrema;
    bool mixed = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (call == nullptr ||
            without_test(call->getIntrinsicID()) == llvm::Intrinsic::not_intrinsic)
          continue;
        mixed |= !extrema.empty() && extrema.front()->getType() != call->getType();
        extrema.push_back(call);
      }
    }
    if (!mixed) return false;
    for (llvm::IntrinsicInst* call : extrema) {
      call->setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(
          call->getModule(), without_test(call->getIntrinsicID()), call->getType()));
    }
    return true;
  }
};

}  // namespace

void add_mixed_extrema(llvm::PassBuilder& builder) {
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(MixedExtrema());
      });
}

}  // namespace planish::codegen
