// Reductions in tiles: Note [Shared tiles] in plan/shared_tile.h.
#pragma once

#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/operators/record.h"

namespace planish::codegen::gpu {

class SharedTileEmitter {
 public:
  // `numbers` are those of the results in the closure.
  SharedTileEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                    const ir::SegRed& op, const plan::SharedTilePlan& plan, Outlined& outlined,
                    std::span<const size_t> numbers);

  // Emits the kernel. Appends what planish_device_reduction says about it.
  void append_fields(llvm::Function* combine, llvm::Function* neutral,
                     std::vector<llvm::Value*>& fields);

 private:
  llvm::Function* emit_operand(const char* suffix, std::span<const ir::Var> values,
                               const RecordLayout& layout, const ir::Level& level);
  llvm::Function* emit_value();
  llvm::Function* emit_write();
  // In a function of threads: what is needed for these values, of which some are known.
  void compute(FunctionEmitter& e, std::span<const ir::Atom> values,
               std::span<const ir::Var> known);
  void bind(FunctionEmitter& e, const ir::Level* level, llvm::Value* index);

  FunctionEmitter& host_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  const plan::SharedTilePlan& plan_;
  Outlined& outlined_;
  const std::span<const size_t> numbers_;
  std::span<const ir::Level> batches_;  // the levels around
  const ir::Level* rows_;
  const ir::Level* columns_ = nullptr;  // null: there are none
  const ir::Level& steps_;
  const RecordLayout of_rows_;
  const RecordLayout of_columns_;
  const RecordLayout sum_;
};

}  // namespace planish::codegen::gpu
