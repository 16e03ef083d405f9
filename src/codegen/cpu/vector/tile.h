// The code of tiles: Note [Tiles] in plan/tile.h.
#pragma once

#include "codegen/common/outlined.h"
#include "codegen/cpu/vector/lane_values.h"

namespace planish::codegen::cpu {

class TiledReduction {
 public:
  // `numbers` says which captured values the arrays of the results are.
  TiledReduction(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op,
                 const plan::TilePlan& plan, Outlined& outlined, std::vector<size_t> numbers);

  // Is it faster than one reduction after the other? Emits a comparison of sizes.
  llvm::Value* is_worth_it();
  // The function for planish_parallel_for, how many blocks there are, and what one costs.
  llvm::Function* emit_task();
  llvm::Value* block_count(FunctionEmitter& e);
  llvm::Value* block_cost();

 private:
  struct Micro {  // one tile
    size_t rows;
    size_t vectors;
    llvm::Value* mask;     // of the lanes; null: all
    llvm::Value* columns;  // how many there are
  };

  void check_layouts() const;
  // Is it done once for all lanes? Of what depends on the column, that is what the first lane has.
  bool is_done_once(const ir::Stm& stm) const;
  int64_t row_block() const;
  // Copies what all rows read in the steps [k_begin, k_end).
  void pack(FunctionEmitter& e, llvm::Value* column, const Micro& micro, llvm::Value* k_begin,
            llvm::Value* k_end);
  llvm::Value* packed_place(FunctionEmitter& e, const ir::Stm& stm, size_t vectors,
                            llvm::Value* lane, llvm::Value* step);
  void emit_block(Outlined::Task& task, llvm::Value* row_begin, llvm::Value* row_end,
                  llvm::Value* column_begin, llvm::Value* column_end);
  void emit_columns(Outlined::Task& task, llvm::Value* row_begin, llvm::Value* row_end,
                    llvm::Value* column, const Micro& one_row, llvm::Value* k_begin,
                    llvm::Value* k_end);
  void emit_micro(Outlined::Task& task, llvm::Value* row, llvm::Value* column, const Micro& micro,
                  llvm::Value* k_begin, llvm::Value* k_end);
  // The values of one row and vector v of the columns at the step, which is also given from the
  // first one on.
  std::vector<llvm::Value*> emit_values(FunctionEmitter& e, llvm::Value* row, llvm::Value* column,
                                        const Micro& micro, size_t v, llvm::Value* step);
  LaneValues lane_values(FunctionEmitter& e) const;
  Array result_place(Outlined::Task& task, size_t k, llvm::Value* row, llvm::Value* column);
  llvm::Value* mask_below(FunctionEmitter& e, llvm::Value* count);

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  const plan::TilePlan& plan_;
  Outlined& outlined_;
  std::vector<size_t> numbers_;
  std::span<const ir::Level> around_;  // the levels before rows and columns
  const ir::Level* rows_ = nullptr;    // none: columns only
  const ir::Level* columns_ = nullptr;
  const ir::Level& steps_;
  const TileFigures& figures_;
  const int64_t lanes_;
  std::unordered_map<uint32_t, llvm::Value*> buffers_;  // of what is packed, by variable
};

}  // namespace planish::codegen::cpu
