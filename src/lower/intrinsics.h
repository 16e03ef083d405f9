// What the compiler implements itself: the scalar functions of prelude/intrinsics.fut, and the way
// to the others.
#pragma once

#include <optional>

#include "lower/places.h"
#include "lower/sizes.h"
#include "values/arrays.h"
#include "values/equality.h"
#include "values/parallel_operators.h"
#include "values/row_operators.h"
#include "values/stream_operators.h"

namespace planish::lower {

class Calls;
class Sequences;

class Intrinsics {
 public:
  explicit Intrinsics(Lowering& lowering);

  // The scope says what the type parameters of the function stand for.
  const AtomTree* call(const ValueSymbol* symbol, const Trees& args, Scope& scope);
  // None if it is not an operator, or if the operands are arrays.
  std::optional<Atom> operator_on_scalars(IntrinsicKind intrinsic, Atom x, Atom y);

 private:
  Atom arithmetic(ir::BinaryOp op, Atom x, Atom y);
  Atom shift_right(Atom x, Atom y);
  std::vector<Atom> outer_dims(const AtomTree* array, size_t rank);
  // What a type parameter of a built-in function stands for; null if that is not known. Sizes that
  // are not known are kSizeOfElement.
  const Shape* type_argument(const ValueSymbol* symbol, std::string_view name, Scope& scope);

  SemaContext& cx_;
  ir::Storage& storage_;
  Builder& builder_;
  Places& places_;
  Checks& checks_;
  TreeMaker& trees_;
  Sizes& sizes_;
  Equality& equality_;
  ArrayFunctions& arrays_;
  ParallelOperators& operators_;
  StreamOperators& streams_;
  Sequences& sequences_;
  RowOperators& rows_;
  Calls& calls_;
};

}  // namespace planish::lower
