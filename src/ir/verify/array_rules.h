// Operations on arrays that are no parallel operators.
#pragma once

#include <optional>

#include "ir/verify/type_rules.h"

namespace planish::ir {

class ArrayRules : public TypeRules {
 public:
  using TypeRules::TypeRules;

  void check(const ArrayLit& n);
  void check(const Index& n);
  void check(const Slice& n);
  void check(const Update& n);
  void check(const FlatSlice& n);
  void check(const FlatUpdate& n);
  void check(const Iota& n);
  void check(const Replicate& n);
  void check(const Concat& n);
  void check(const Reshape& n);
  void check(const Rearrange& n);
  void check(const Copy& n);
  void check(const Coerce& n);
  void check(const RowLengths& n);
  void check(const RowLength& n);
  void check(const EqualRowLength& n);
  void check(const EqualStep& n);
  void check(const JoinRows& n);
  void check(const SplitRows& n);

 private:
  std::optional<Shape> slice_shape(Var array, std::span<const SliceDim> dims);
  std::optional<Shape> flat_shape(Var array, const Atom& offset, std::span<const FlatDim> dims);
};

}  // namespace planish::ir
