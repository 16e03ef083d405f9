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
  Atom from_bits(Prim prim, Atom bits);

  struct Call {
    const ValueSymbol* symbol;
    const Trees& args;
    Scope& scope;
  };
  // What operators of values call, for an argument that is a function.
  auto one_argument(const AtomTree* fn);
  auto two_arguments(const AtomTree* fn);
  auto on_chunks(const AtomTree* fn);
  const AtomTree* reduce(const Call& call, ParallelOperators::Order order);
  const AtomTree* scan(const Call& call);
  const AtomTree* scatter(const Trees& args, size_t rank);
  const AtomTree* hist(const Call& call, size_t rank);
  const AtomTree* stream_map(const Trees& args);
  const AtomTree* stream_reduce(const Trees& args, ParallelOperators::Order order);
  const AtomTree* stream_sequence(const Trees& args);
  const AtomTree* hist_stream(const Call& call);

  std::vector<Atom> outer_dims(const AtomTree* array, size_t rank);
  // What a type parameter of a built-in function stands for; null if that is not known. Sizes that
  // are not known are kSizeOfElement.
  const Shape* type_argument(const Call& call, std::string_view name);

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
