// Scans with operators such as (+), a vector at a time.
//
// Note [Vector scans]
// One sum after the other waits for the one before. Instead a vector is scanned in itself, in log2(lanes) steps of
// shifting and adding, and only its last lane goes on to the next one. Elements are computed for a block at a time, by
// a loop of their own, into the place of the result (or into a buffer, if only the total is wanted, or if a function is
// to be applied to the result), from where vectors are loaded again while they are in the cache. That is faster than to
// load them one by one even where the elements are those of an array; not so if only their total is wanted. The order of
// operations depends on positions only.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

struct VectorScan {
  const ir::Lambda& op;  // is_lane_operator
  std::span<const ir::Atom> neutral;
  // Computes element i and gives its values to `use`, once. Values after those that are combined are kept for `post`.
  std::function<void(llvm::Value* i, const std::function<void(std::span<const ir::Atom>)>& use)>
      element;
  // Where component k of the element i goes; elements lie one after the other. Null: to a buffer.
  std::function<Array(llvm::Value* i, size_t k)> place;
  // Takes what element i was combined to, then the values that are kept, of these types. Null: there is nothing to do.
  std::function<void(llvm::Value* i, llvm::ArrayRef<llvm::Value*> values)> post;
  std::vector<Prim> kept;
  // If nothing is written, and elements are nothing but those of arrays, side by side: where component k of the element
  // i lies. Null: they are computed.
  std::function<Array(llvm::Value* i, size_t k)> source = nullptr;
};

// Scans the elements [begin, end) from the neutral value, and writes carry op that. Gives what they come to, without
// the carry.
std::vector<llvm::Value*> emit_vector_scan(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                                           llvm::ArrayRef<llvm::Value*> carry,
                                           const VectorScan& scan);

}  // namespace planish::codegen::cpu
