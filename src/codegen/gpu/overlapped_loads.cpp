#include "codegen/gpu/overlapped_loads.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <vector>

namespace planish::codegen::gpu {
namespace {

constexpr unsigned kIterations = 4;  // that are done together
// Longer bodies have enough to do meanwhile, and shorter ones are unrolled anyway.
constexpr size_t kMostInstructions = 80;
constexpr size_t kLeastInstructions = 20;
// That are moved in a block: registers.
constexpr int kMostMoved = 32;

struct LoopBody {
  size_t instructions = 0;
  size_t loads = 0;
  bool is_plain = true;  // nothing but arithmetic and accesses
};

LoopBody look_at(const llvm::BasicBlock& block) {
  LoopBody body;
  for (const llvm::Instruction& instruction : block) {
    body.instructions++;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      body.loads++;
      body.is_plain &= load->isSimple();
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      body.is_plain &= store->isSimple();
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      body.is_plain &= llvm::isa<llvm::IntrinsicInst>(call) && !call->mayHaveSideEffects() &&
                       !call->isConvergent();
    } else {
      body.is_plain &= !instruction.mayReadOrWriteMemory();
    }
  }
  return body;
}

class PrepareLoops : public llvm::PassInfoMixin<PrepareLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager) {
    auto& loops = manager.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty()) return llvm::PreservedAnalyses::all();
    auto& evolution = manager.getResult<llvm::ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || !is_counted(*loop, evolution)) continue;
      const LoopBody body = look_at(*loop->getHeader());
      if (!body.is_plain || body.loads == 0 || body.instructions < kLeastInstructions ||
          body.instructions > kMostInstructions)
        continue;
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", kIterations);
      changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool is_counted(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    return loop.getNumBlocks() == 1 && loop.isLoopSimplifyForm() &&
           loop.getExitBlock() != nullptr &&
           llvm::findStringMetadataForLoop(&loop, "llvm.loop.unroll.disable") == std::nullopt &&
           !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)) &&
           evolution.getSmallConstantTripCount(&loop) == 0;
  }
};

class OverlapLoads : public llvm::PassInfoMixin<OverlapLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager) {
    auto& loops = manager.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty()) return llvm::PreservedAnalyses::all();
    llvm::AAResults& aliases = manager.getResult<llvm::AAManager>(function);
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
      const llvm::Loop* loop = loops.getLoopFor(&block);
      if (loop != nullptr && loop->isInnermost() && loop->getNumBlocks() == 1)
        changed |= overlap(block, aliases);
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }

 private:
  static bool overlap(llvm::BasicBlock& block, llvm::AAResults& aliases) {
    std::vector<llvm::LoadInst*> loads;
    for (llvm::Instruction& instruction : block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && load->isSimple()) loads.push_back(load);
    }
    int moved = 0;
    for (llvm::LoadInst* load : loads) {
      if (moved < kMostMoved && move_up(*load, aliases)) moved++;
    }
    return moved > 0;
  }

  // With what its address is computed of, which stands in the same block.
  static bool move_up(llvm::LoadInst& load, llvm::AAResults& aliases) {
    std::vector<llvm::Instruction*> with{&load};  // in reverse order
    const llvm::MemoryLocation place = llvm::MemoryLocation::get(&load);
    const bool is_fixed = load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
    llvm::Instruction* before = nullptr;  // stores that it passes
    for (llvm::Instruction* at = load.getPrevNode(); at != nullptr && !llvm::isa<llvm::PHINode>(at);
         at = at->getPrevNode()) {
      const bool is_needed = std::ranges::any_of(with, [&](const llvm::Instruction* one) {
        return llvm::is_contained(one->operand_values(), at);
      });
      if (is_needed) {
        if (!is_address_code(*at)) break;
        with.push_back(at);
        continue;
      }
      if (at->mayWriteToMemory()) {
        if (!llvm::isa<llvm::StoreInst>(at)) break;
        if (!is_fixed && llvm::isModSet(aliases.getModRefInfo(at, place))) break;
        before = at;
      } else if (llvm::isa<llvm::CallBase>(at) && !llvm::isa<llvm::IntrinsicInst>(at)) {
        break;
      }
    }
    if (before == nullptr) return false;
    std::erase_if(with, [&](const llvm::Instruction* one) { return one->comesBefore(before); });
    for (auto one = with.rbegin(); one != with.rend(); ++one)
      (*one)->moveBefore(before->getIterator());
    return true;
  }

  static bool is_address_code(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction) ||
           (llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getType()->isIntegerTy() &&
            !instruction.isIntDivRem());
  }
};

}  // namespace

void prepare_overlapped_loads(llvm::PassBuilder& builder) {
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(llvm::LoopSimplifyPass());
        passes.addPass(PrepareLoops());
      });
}

void overlap_loads(llvm::FunctionPassManager& passes) { passes.addPass(OverlapLoads()); }

}  // namespace planish::codegen::gpu
