// What a flat map makes: arrays of rows of different lengths, which grow while rows are appended,
// and arrays with an element for each point.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

// How the results of the function are ordered, and what is bound to them: lengths, rows, elements,
// as in FlatMap.
struct FlatMapResults {
  std::span<const uint32_t> groups;
  std::span<const ir::Var> pattern;

  size_t rows() const {
    size_t count = 0;
    for (uint32_t group : groups) count += group;
    return count;
  }
  size_t first_row() const { return groups.size(); }  // among the results
  bool is_row(size_t result) const {
    return result >= first_row() && result < first_row() + rows();
  }
  size_t group_of(size_t row) const {
    size_t group = 0;
    for (; row >= groups[group]; group++) row -= groups[group];
    return group;
  }
  // What is bound to a result of the function: the totals come before.
  ir::Var bound(size_t result) const { return pattern[groups.size() + result]; }
  ir::Var bound_row(size_t row) const { return bound(first_row() + row); }
};

// How many bytes one element of an array of rows takes. Only inner dimensions need to be known.
llvm::Value* element_bytes(FunctionEmitter& e, const ir::Type* type);

// Blocks and totals lie in slots, which LLVM makes registers of. If the function is left, the
// blocks are released.
class RowBuffers {
 public:
  RowBuffers(FunctionEmitter& e, const FlatMapResults& results);

  // New blocks, without rows…
  void start();
  // …or those that the lists have, which are taken over until store().
  void start(llvm::Value* blocks, llvm::Value* totals);

  // Runs the body, appends the rows that it gives, and writes its other results to `places`, by
  // result.
  void append(const ir::Body& body, const std::vector<Array>& places);

  // The end: what there is now belongs to whoever gets it.
  void store(llvm::Value* blocks, llvm::Value* totals);
  void bind_results();

 private:
  // The place for a row of at most these sizes at the end of its buffer, which grows where it must.
  Array reserve(size_t row, Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  llvm::Value* total(size_t row);

  FunctionEmitter& e_;
  const FlatMapResults& results_;
  std::vector<llvm::Value*> elem_bytes_;
  std::vector<llvm::AllocaInst*> blocks_;
  std::vector<llvm::AllocaInst*> totals_;  // by group
};

}  // namespace planish::codegen
