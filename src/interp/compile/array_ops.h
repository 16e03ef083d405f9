// Code for operations on arrays that are no parallel operators.
#pragma once

#include "interp/compile/code_writer.h"

namespace planish::interp {

class ArrayOps : public CodeWriter {
 public:
  using CodeWriter::CodeWriter;

  void operation(const ir::ArrayLit& op);
  void operation(const ir::Index& op);
  void operation(const ir::Slice& op);
  void operation(const ir::Update& op);
  void operation(const ir::FlatSlice& op);
  void operation(const ir::FlatUpdate& op);
  void operation(const ir::Iota& op);
  void operation(const ir::Replicate& op);
  void operation(const ir::Concat& op);
  void operation(const ir::Reshape& op);
  void operation(const ir::Rearrange& op);
  void operation(const ir::Copy& op);
  void operation(const ir::Coerce& op);
  void operation(const ir::RowLengths& op);
  void operation(const ir::RowLength& op);
  void operation(const ir::EqualRowLength& op);
  void operation(const ir::EqualStep& op);
  void operation(const ir::JoinRows& op);
  void operation(const ir::SplitRows& op);

 private:
  std::vector<SliceSpec> slice_dims(std::span<const ir::SliceDim> dims);
  // Those of the part of the array that is left.
  std::vector<ir::Dim> dims_of_slice(ir::Var array, std::span<const ir::SliceDim> dims);
};

}  // namespace planish::interp
