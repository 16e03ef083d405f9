// Where elements are: pointers, strides, parts and slices of arrays; loading and storing.
#pragma once

#include <span>
#include <vector>

#include "codegen/common/emitter/array.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class Elements : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  std::vector<llvm::Value*> strides(const Array& array, const ir::Type* type);
  std::vector<llvm::Value*> row_major_strides(llvm::ArrayRef<llvm::Value*> dims);
  llvm::Value* offset_pointer(Prim elem, llvm::Value* data, llvm::Value* offset);
  llvm::Value* element_pointer(const Array& array, const ir::Type* type,
                               llvm::ArrayRef<llvm::Value*> indices);
  // Where element `at` of the outer dimension of a row-major array lies. The outer size may not be
  // known yet.
  llvm::Value* position_pointer(const Array& whole, const ir::Type* whole_type, llvm::Value* at);
  // What the indices lead to: a part of fewer dimensions.
  Array part(const Array& array, const ir::Type* type, llvm::ArrayRef<llvm::Value*> indices);
  // The array from a position of the outer dimension on.
  Array part_from(const Array& whole, const ir::Type* whole_type, llvm::Value* at);
  Array sliced(const Array& array, const ir::Type* type, std::span<const ir::SliceDim> dims);
  Array flat_sliced(const Array& array, const ir::Type* type, const ir::Atom& offset,
                    std::span<const ir::FlatDim> dims);

  llvm::Value* in_memory(Prim prim, llvm::Value* value);  // as it is stored
  llvm::Value* load(Prim prim, llvm::Value* pointer, const Array& array);
  void store(Prim prim, llvm::Value* value, llvm::Value* pointer, const Array& array);
  // Writes a value (scalar or array) to the place that the indices lead to.
  void write(const Array& to, const ir::Type* to_type, llvm::ArrayRef<llvm::Value*> indices,
             const ir::Atom& value);
  // Says that iterations of the parallel loops around do not depend on each other by this access.
  void tag(llvm::Instruction* access, const Array& array);
};

inline bool is_one(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isOne();
}

}  // namespace planish::codegen
