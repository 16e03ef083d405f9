#include "codegen/cpu/optimise.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "codegen/cpu/sanitize.h"
#include "codegen/cpu/vector_math.h"
#include "codegen/cpu/vector_width.h"

namespace planish::codegen {
namespace {

llvm::OptimizationLevel level(unsigned optimisation) {
  switch (optimisation) {
    case 0: return llvm::OptimizationLevel::O0;
    case 1: return llvm::OptimizationLevel::O1;
    case 2: return llvm::OptimizationLevel::O2;
    default: return llvm::OptimizationLevel::O3;
  }
}

}  // namespace

void optimise(llvm::Module& module, llvm::TargetMachine& target, const Options& options) {
  if (options.optimisation > 0) {
    declare_vector_math(module, target);
    choose_vector_width(module, target);
  }

  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  tuning.LoopInterleaving = true;
  llvm::PassBuilder builder(&target, tuning);
  add_sanitizers(builder);

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

  llvm::ModulePassManager passes =
      options.optimisation == 0
          ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
          : builder.buildPerModuleDefaultPipeline(level(options.optimisation));
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
