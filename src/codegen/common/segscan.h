// What the code of a segmented scan is made of on every target: its items, where their results go,
// and a segment in order.
#pragma once

#include "codegen/common/emit.h"
#include "codegen/common/outlined.h"

namespace planish::codegen {

class SegScanParts {
 protected:
  SegScanParts(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op);

  // For the code of items, beside what they are written to.
  void capture_operands();
  // An array that component k of all items is written to: they come in order.
  void capture_place(const Array& place) { numbers_.push_back(outlined_.capture_array(place)); }

  // Where component k of the item at hand goes.
  Array place(Outlined::Task& task, size_t k);
  // The values of item i that are not gathered; the others are written.
  void element(Outlined::Task& task, llvm::Value* i,
               const std::function<void(std::span<const ir::Atom>)>& use);
  // What is applied to what item i was combined to, and to the values after it.
  void post(Outlined::Task& task, llvm::Value* i, llvm::ArrayRef<llvm::Value*> combined,
            llvm::ArrayRef<llvm::Value*> further);
  // Scans a segment in order, from the neutral value.
  void scan_row(Outlined::Task& task, llvm::Value* length);

  FunctionEmitter& host_;
  const ir::Stm& stm_;
  const ir::SegScan& op_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Level> outer_;
  const ir::Level& inner_;
  const size_t combined_;
  const size_t taken_;  // of the values of an item, those that are not gathered
  Outlined outlined_;

 private:
  std::vector<size_t> numbers_;
};

}  // namespace planish::codegen
