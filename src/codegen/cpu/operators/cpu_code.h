// Code for CPUs: arrays lie in memory that host and tasks share, tasks are started by the runtime.
#pragma once

#include "codegen/common/target_code.h"

namespace planish::codegen::cpu {

class CpuCode : public TargetCode {
 public:
  void in_parallel(FunctionEmitter& host, const ParallelRange& range) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegMap& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScatter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) override;
  void seg(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFlatMap& op) override;
  // In strips, lanes or vectors, as the plan says.
  bool map(FunctionEmitter& e, const MapLoop& loop) override;
  std::optional<std::vector<llvm::Value*>> reduce(FunctionEmitter& e,
                                                  const ReduceLoop& loop) override;
  llvm::Value* filter(FunctionEmitter& e, const FilterLoop& loop) override;
};

}  // namespace planish::codegen::cpu
