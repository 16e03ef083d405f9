// The code of short filters: Note [Short filters] in plan/short_filter.h.
#pragma once

#include "codegen/common/emit.h"
#include "codegen/cpu/vector/lane_values.h"
#include "plan/short_filter.h"

namespace planish::codegen::cpu {

class ShortFilter {
 public:
  ShortFilter(FunctionEmitter& e, const plan::ShortFilterPlan& plan, const ir::Filter& op);

  // What is kept goes to the arrays `to`, which have room for all elements. Gives how many there are.
  llvm::Value* emit(llvm::Value* width, const std::vector<Array>& to);

 private:
  // What the code binds, in lanes; those of the mask load.
  void statements(LaneValues& lanes, const ir::Body& body, llvm::Value* mask);
  void branches(LaneValues& lanes, const ir::Stm& stm, const ir::If& op, llvm::Value* mask);
  // Of the elements from `first` on. Null: of all lanes. Gives where the next one goes.
  llvm::Value* keep_lanes(llvm::Value* first, llvm::Value* mask, const std::vector<Array>& to,
                          llvm::Value* at);

  FunctionEmitter& e_;
  const plan::ShortFilterPlan& plan_;
  const ir::Filter& op_;
};

}  // namespace planish::codegen::cpu
