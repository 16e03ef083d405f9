// The code of vector filters: Note [Vector filters] in plan/vector_filter.h.
#pragma once

#include "codegen/common/emit.h"
#include "plan/values_in_place.h"

namespace planish::codegen::cpu {

class VectorFilter {
 public:
  // `body` gives the condition and what is kept of the item with this index.
  VectorFilter(FunctionEmitter& e, const plan::VectorFilterPlan& plan, ir::Var index,
               const ir::Body& body);

  // Filters the items [begin, end). What is kept is written to the arrays `to` from element `at`
  // on, which have room for all of them. Gives where the next element goes.
  llvm::Value* emit(llvm::Value* begin, llvm::Value* end, const std::vector<Array>& to,
                    llvm::Value* at);

 private:
  std::span<const ir::Atom> values() const { return body_.results.subspan(1); }
  Prim prim(const ir::Atom& value) const { return e_.type(value)->elem; }
  bool is_dense(ir::Var array) const;
  void look_at_block(llvm::Value* first, llvm::Value* count);
  void find_in_place(llvm::Value* first);
  llvm::Value* keep_of_block(llvm::Value* count, const std::vector<Array>& to, llvm::Value* at);
  llvm::Value* keep_of_vector(llvm::Value* first, const std::vector<Array>& to, llvm::Value* at);
  llvm::Value* keep_of_item(llvm::Value* number, const std::vector<Array>& to, llvm::Value* at);

  FunctionEmitter& e_;
  const ir::Var index_;
  const ir::Body& body_;
  const unsigned lanes_;
  // Of each value, the element that it is: Note [Values in place]. Null: it is computed.
  const std::vector<const ir::Index*> in_place_;
  // Of a block: on the stack, or the values where they are.
  Array conditions_;
  std::vector<Array> buffers_;
};

}  // namespace planish::codegen::cpu
