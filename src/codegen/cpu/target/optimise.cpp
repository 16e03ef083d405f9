#include "codegen/cpu/target/optimise.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/MergeFunctions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <stdexcept>

#include "codegen/cpu/target/mixed_extrema.h"
#include "codegen/cpu/target/sanitize.h"
#include "codegen/cpu/vector/vector_math.h"
#include "codegen/cpu/vector/vector_width.h"

namespace planish::codegen {
namespace {

llvm::OptimizationLevel pipeline_level(unsigned optimisation) {
  switch (optimisation) {
    case 0: return llvm::OptimizationLevel::O0;
    case 1: return llvm::OptimizationLevel::O1;
    case 2: return llvm::OptimizationLevel::O2;
    default: return llvm::OptimizationLevel::O3;
  }
}

// Note [Loops of large programs]
// A loop that cannot be vectorised is made four to eight times as long by LLVM, and gets a second
// one for the iterations that are left. That pays for a few short loops; a flattened program has
// hundreds, of which almost all wait for memory. In large programs only loops that vanish
// altogether are unrolled: of the irregular test programs those above this size compile in 0.82 to
// 0.85 times the time, and run as fast.
bool is_large(const llvm::Module& module, const LlvmFigures& figures) {
  size_t count = 0;
  for (const llvm::Function& function : module) count += function.getInstructionCount();
  return count > figures.large_program;
}

void leave_loops_short(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable");
  }
}

// How many loops stand in each other, the loop itself included.
size_t height(const llvm::Loop& loop) {
  size_t inside = 0;
  for (const llvm::Loop* inner : loop) inside = std::max(inside, height(*inner));
  return inside + 1;
}

// Note [Deep nests]
// A loop of few iterations is written out by LLVM if what it has inside is small, and so are all
// copies of the loops inside it, and of those inside of these: a nest of 14 loops of three
// iterations each would take hours and all memory. So only the innermost levels of a nest may be
// written out.
void leave_deep_nests(llvm::Module& module, const LlvmFigures& figures) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (height(*loop) > figures.unrolled_levels)
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
    }
  }
}

// The bodies of operators are functions of their own, and many are the same: those of the versions
// of a nest, and of a function that was inlined in several places. Each is optimised once. Nothing
// compares addresses of functions.
void merge_equal_functions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  for (llvm::Function& function : module) {
    if (function.hasLocalLinkage()) function.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  }
  llvm::ModulePassManager passes;
  passes.addPass(llvm::MergeFunctionsPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses);
}

}  // namespace

void optimise(llvm::Module& module, llvm::TargetMachine& target, const Options& options) {
  llvm::PipelineTuningOptions tuning;
  // Vectors may read elements between those that are asked for.
  tuning.LoopVectorization = !options.races;
  tuning.SLPVectorization = !options.races;
  tuning.LoopInterleaving = true;
  llvm::PassBuilder builder(&target, tuning);
  add_sanitizers(builder);
  add_mixed_extrema(builder);

  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager call_graph_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  builder.registerModuleAnalyses(module_analyses);
  builder.registerCGSCCAnalyses(call_graph_analyses);
  builder.registerFunctionAnalyses(function_analyses);
  builder.registerLoopAnalyses(loop_analyses);
  builder.crossRegisterProxies(loop_analyses, function_analyses, call_graph_analyses,
                               module_analyses);

  if (options.optimisation > 0) {
    merge_equal_functions(module, module_analyses);
    declare_vector_math(module, target);
    choose_vector_width(module, target);
    const LlvmFigures& figures = options.target.strategies.llvm;
    if (is_large(module, figures)) leave_loops_short(module);
    leave_deep_nests(module, figures);
    module_analyses.clear();
  }
  llvm::ModulePassManager passes =
      options.optimisation == 0
          ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
          : builder.buildPerModuleDefaultPipeline(pipeline_level(options.optimisation));
  mark_for_sanitizers(module);
  passes.run(module, module_analyses);
}

void verify_module(const llvm::Module& module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream))
    throw std::logic_error("compiler bug: the code generator made wrong LLVM IR: " + problems);
}

std::string module_text(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::string machine_code(llvm::Module& module, llvm::TargetMachine& target, Output output) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager passes;
  const auto kind = output == Output::Assembly ? llvm::CodeGenFileType::AssemblyFile
                                               : llvm::CodeGenFileType::ObjectFile;
  if (target.addPassesToEmitFile(passes, stream, nullptr, kind))
    throw std::logic_error("compiler bug: this target cannot write the output asked for");
  passes.run(module);
  return {code.data(), code.size()};
}

}  // namespace planish::codegen
