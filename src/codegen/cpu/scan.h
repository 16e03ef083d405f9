// Scanning elements one after the other.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

struct ScanElements {
  const ir::Lambda& op;
  std::span<const ir::Atom> neutral;
  // Where component k of element i goes.
  std::function<Array(llvm::Value* i, size_t k)> place;
  // Computes element i and gives its values to `use`, once.
  std::function<void(llvm::Value* i, const std::function<void(std::span<const ir::Atom>)>& use)>
      element;
};

// Writes the inclusive scan, from the neutral values, of the elements [begin, end).
void scan_elements(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                   const ScanElements& scan);

}  // namespace planish::codegen::cpu
