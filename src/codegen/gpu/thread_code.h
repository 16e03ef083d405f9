// Code of threads: as that of tasks on a CPU, without vectors and without growing frames. Functions
// of runtime/abi.h that it calls are those of src/runtime/kernels; blocks lie in the arena of the
// thread.
#pragma once

#include "codegen/common/target_code.h"

namespace planish::codegen::gpu {

class ThreadCode : public TargetCode {
 public:
  ThreadCode();

  // The tuning parameters that threads ask for, by number.
  const std::vector<std::string>& tuned_names() const { return tuned_names_; }

  llvm::Value* fail(FunctionEmitter& e, llvm::Constant* site, llvm::Value* values,
                    size_t count) override;
  llvm::Value* constants(ModuleEmitter& m, llvm::IRBuilder<>& b, llvm::Value* context) override;
  void trace(FunctionEmitter& e, const ir::Type* type,
             llvm::ArrayRef<llvm::Value*> arguments) override;
  llvm::Value* tuned(FunctionEmitter& e, std::string_view name, llvm::Value* fallback,
                     llvm::Value* compared) override;
  // There is no parallelism inside of threads.
  void in_parallel(FunctionEmitter& host, const ParallelRange& range) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) override;

 private:
  std::vector<std::string> tuned_names_;
};

}  // namespace planish::codegen::gpu
