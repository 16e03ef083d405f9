// `==` on values of any type without functions.
#include "lower/branch.h"
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

// Slots of sums that are not in use hold zeros, so sums are equal when all their leaves are.
Atom Lowering::equal(const Value* a, const Value* b) {
  std::vector<Atom> left = flatten(a);
  std::vector<Atom> right = flatten(b);
  Atom result = Atom::boolean(true);
  for (size_t i = 0; i < left.size(); i++) result = both(result, equal_leaves(left[i], right[i]));
  return result;
}

Atom Lowering::equal_leaves(Atom a, Atom b) {
  const ir::Type* left = storage_.type(a);
  const ir::Type* right = storage_.type(b);
  if (left->elem == Prim::Unit && left->is_scalar()) return Atom::boolean(true);
  if (!left->is_array()) return builder_->binary(BinaryOp::Eq, a, b);
  if (left->is_irregular() || right->is_irregular()) return equal_irregular(a, b);
  Atom same_shape = Atom::boolean(true);
  for (size_t i = 0; i < left->rank(); i++) {
    if (left->dims[i] == right->dims[i]) continue;
    same_shape = both(same_shape, builder_->binary(BinaryOp::Eq, Builder::atom(left->dims[i]),
                                                   Builder::atom(right->dims[i])));
  }
  Scope none;
  return branch(
             same_shape, cx_.types.prim(Prim::Bool), none,
             [&] { return leaf(equal_elements(a.var, b.var)); },
             [&] { return leaf(Atom::boolean(false)); })
      ->atom;
}

// Of two arrays of the same shape.
Atom Lowering::equal_elements(Var a, Var b) {
  const ir::Type* type = storage_.type(a);
  Atom count = Atom::i64(1);
  for (const Dim& dim : type->dims) count = times(count, Builder::atom(dim));
  auto flat = [&](Var array) -> Var {
    if (type->rank() == 1) return array;
    Dim dim = Builder::dim(count);
    std::vector<Atom> dims{count};
    return builder_->let("flat", storage_.types.array(type->elem, {&dim, 1}),
                         builder_->make(ir::Reshape{{}, array, arena_.copy(dims)}));
  };
  std::vector<Var> arrays{flat(a), flat(b)};
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  const ir::Lambda* map = scalar_lambda(storage_.types.scalar(type->elem), BinaryOp::Eq);
  const ir::Lambda* op = scalar_lambda(boolean, BinaryOp::And);
  std::vector<Atom> neutral{Atom::boolean(true)};
  return builder_->let("equal", boolean,
                       builder_->make(ir::Reduce{
                           {}, count, true, op, arena_.copy(neutral), map, arena_.copy(arrays)}));
}

// Equal lengths of rows, then equal elements of the rows joined.
Atom Lowering::equal_irregular(Atom a, Atom b) {
  // Both as arrays with a varying second dimension, also where only an inner one varies.
  auto irregular = [&](Atom atom) -> const Value* {
    const ir::Type* have = storage_.type(atom);
    if (have->dims[1].is_varying()) return leaf(atom);
    std::vector<Dim> dims(have->dims.begin(), have->dims.end());
    dims[1] = Dim::varying();
    return leaf(builder_->let("rows", storage_.types.array(have->elem, dims),
                              builder_->make(ir::Coerce{{}, as_var(atom)})));
  };
  const Value* left = irregular(a);
  const Value* right = irregular(b);
  Atom lengths = row_lengths(left)->atom;
  Atom same = equal_leaves(lengths, row_lengths(right)->atom);
  Scope none;
  return branch(
             same, cx_.types.prim(Prim::Bool), none,
             [&] {
               Atom elements = join_rows(left)->atom;
               return leaf(equal_leaves(elements, join_rows(right)->atom));
             },
             [&] { return leaf(Atom::boolean(false)); })
      ->atom;
}

}  // namespace planish::lower
