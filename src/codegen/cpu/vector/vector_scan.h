// The code of vector scans: Note [Vector scans] in plan/vector_scan.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

struct VectorScan {
  const ir::Lambda& op;  // is_lane_operator
  std::span<const ir::Atom> neutral;
  // Computes element i and gives its values to `use`, once. Values after those that are combined
  // are kept for `post`.
  std::function<void(llvm::Value* i, const std::function<void(std::span<const ir::Atom>)>& use)>
      element;
  // Where component k of the element i goes; elements lie one after the other. Null: to a buffer.
  std::function<Array(llvm::Value* i, size_t k)> place;
  // Takes what element i was combined to, then the values that are kept, of these types. Null:
  // there is nothing to do.
  std::function<void(llvm::Value* i, llvm::ArrayRef<llvm::Value*> values)> post;
  std::vector<Prim> kept;
  // If nothing is written, and elements are nothing but those of arrays, side by side: where
  // component k of the element i lies. Null: they are computed.
  std::function<Array(llvm::Value* i, size_t k)> source = nullptr;
};

// Scans the elements [begin, end) from the neutral value, and writes carry op that. Gives what they
// come to, without the carry.
std::vector<llvm::Value*> emit_vector_scan(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                                           llvm::ArrayRef<llvm::Value*> carry,
                                           const VectorScan& scan);

}  // namespace planish::codegen::cpu
