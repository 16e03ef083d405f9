// Scanning elements one after the other.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen {

struct ScanElements {
  const ir::Lambda& op;
  std::span<const ir::Atom> neutral;
  // Where component k of element i goes. Null: nowhere, `use` takes it.
  std::function<Array(llvm::Value* i, size_t k)> place;
  // Computes element i and gives its values to `use`, once.
  std::function<void(llvm::Value* i, const std::function<void(std::span<const ir::Atom>)>& use)>
      element;
  // Takes what element i was combined to: scalars.
  std::function<void(llvm::Value* i, llvm::ArrayRef<llvm::Value*> values)> use;
};

// Writes the inclusive scan, from the neutral values, of the elements [begin, end).
void scan_elements(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                   const ScanElements& scan);

}  // namespace planish::codegen
