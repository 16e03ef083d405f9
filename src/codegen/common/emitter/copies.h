// Copying and filling whole arrays.
#pragma once

#include <functional>

#include "codegen/common/emitter/array.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

class Copies : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  // to := from, of the same sizes.
  void copy(const Array& to, const Array& from, Prim elem, llvm::ArrayRef<llvm::Value*> sizes);
  // The same for the elements [begin, end) of the outer dimension, in this thread.
  void copy_range(const Array& to, const Array& from, Prim elem, llvm::ArrayRef<llvm::Value*> sizes,
                  llvm::Value* begin, llvm::Value* end);
  // Every element := the value.
  void fill(const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> sizes, llvm::Value* value);
  // Copies a matrix between layouts: neighbours in a row of `from` and in a column of `to` lie side
  // by side. Both give the place of (row, column).
  using PlaceOf = std::function<llvm::Value*(llvm::Value* row, llvm::Value* column)>;
  void transpose(Prim elem, llvm::Value* row_begin, llvm::Value* row_end, llvm::Value* column_begin,
                 llvm::Value* column_end, const PlaceOf& from, const PlaceOf& to);
};

}  // namespace planish::codegen
