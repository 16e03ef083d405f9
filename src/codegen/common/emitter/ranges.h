// Loops over ranges of numbers, and what LLVM is told about them.
#pragma once

#include <functional>
#include <vector>

#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class RangeLoops : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  // for index in begin .. end - 1
  void for_range(llvm::Value* begin, llvm::Value* end,
                 const std::function<void(llvm::Value*)>& code, const char* name = "i");
  // The same, with iterations that are independent of each other.
  void parallel_range(llvm::Value* begin, llvm::Value* end,
                      const std::function<void(llvm::Value*)>& code, const char* name = "i");
  // The same for [0, lanes), which is to become code with vectors.
  void lane_range(int64_t lanes, const std::function<void(llvm::Value*)>& code);
  // With scalars that are carried from one iteration to the next. Gives the last ones.
  std::vector<llvm::Value*> fold_range(
      llvm::Value* begin, llvm::Value* end, std::vector<llvm::Value*> init,
      const std::function<std::vector<llvm::Value*>(llvm::Value*, llvm::ArrayRef<llvm::Value*>)>&
          code,
      const char* name = "k");
  // Does the range [0, count), in tasks if this is host code.
  void in_parallel(const char* name, llvm::Value* count, llvm::Value* item_cost,
                   const std::vector<llvm::Value*>& captured, const RangeCode& code);

  // How LLVM is to vectorise the last range, if it can.
  struct LoopVectors {
    uint32_t lanes = 1;
    uint32_t at_once = 1;  // vectors in one iteration
    bool masked = false;   // the last vector may be partial: nothing is done one by one
  };
  void ask_for_vectors(const LoopVectors& vectors);
  // The last range is as it shall be: LLVM neither unrolls nor vectorises it.
  void keep_rolled();

  // How parallel loops are marked: see parallel_range.
  const std::vector<llvm::MDNode*>& parallel_loops() const { return parallel_loops_; }
  // How many of them are open: Array::made_in of what is made here.
  size_t depth() const { return parallel_loops_.size(); }

 private:
  void describe_loop(std::vector<llvm::Metadata*> properties);
  void mark_parallel(llvm::MDNode* accesses, llvm::ArrayRef<llvm::Metadata*> further);

  std::vector<llvm::MDNode*> parallel_loops_;
  llvm::BranchInst* last_latch_ = nullptr;  // of the last range
};

}  // namespace planish::codegen
