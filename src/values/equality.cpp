#include "values/equality.h"

#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

Equality::Equality(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      trees_(values.trees),
      arrays_(values.arrays) {}

// Slots of sums that are not in use hold zeros, so sums are equal when all their leaves are.
Atom Equality::equal(const AtomTree* a, const AtomTree* b) {
  std::vector<Atom> left = flatten(a);
  std::vector<Atom> right = flatten(b);
  Atom result = Atom::boolean(true);
  for (size_t i = 0; i < left.size(); i++)
    result = emit_.both(result, equal_leaves(left[i], right[i]));
  return result;
}

Atom Equality::equal_leaves(Atom a, Atom b) {
  const ir::Type* left = storage_.type(a);
  const ir::Type* right = storage_.type(b);
  if (left->elem == Prim::Unit && left->is_scalar()) return Atom::boolean(true);
  if (!left->is_array()) return builder_.binary(BinaryOp::Eq, a, b);
  if (left->is_irregular() || right->is_irregular()) return equal_irregular(a, b);
  Atom same_shape = Atom::boolean(true);
  for (size_t i = 0; i < left->rank(); i++) {
    if (left->dims[i] == right->dims[i]) continue;
    same_shape = emit_.both(same_shape, builder_.binary(BinaryOp::Eq, Builder::atom(left->dims[i]),
                                                        Builder::atom(right->dims[i])));
  }
  return emit_.choose(
      same_shape, storage_.types.scalar(Prim::Bool), [&] { return equal_elements(a.var, b.var); },
      [] { return Atom::boolean(false); });
}

// Of two arrays of the same shape. It may be the same in other words.
Atom Equality::equal_elements(Var a, Var b) {
  const ir::Type* type = storage_.type(a);
  if (storage_.type(b) != type) b = builder_.let("same", type, builder_.make(ir::Coerce{{}, b}));
  Atom count = Atom::i64(1);
  for (const Dim& dim : type->dims) count = emit_.times(count, Builder::atom(dim));
  auto flat = [&](Var array) -> Var {
    if (type->rank() == 1) return array;
    Dim dim = Builder::dim(count);
    std::vector<Atom> dims{count};
    return builder_.let("flat", storage_.types.array(type->elem, {&dim, 1}),
                        builder_.make(ir::Reshape{{}, array, arena_.copy(dims)}));
  };
  std::vector<Var> arrays{flat(a), flat(b)};
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  const ir::Lambda* map = emit_.scalar_lambda(storage_.types.scalar(type->elem), BinaryOp::Eq);
  const ir::Lambda* op = emit_.scalar_lambda(boolean, BinaryOp::And);
  std::vector<Atom> neutral{Atom::boolean(true)};
  return builder_.let("equal", boolean,
                      builder_.make(ir::Reduce{
                          {}, count, true, op, arena_.copy(neutral), map, arena_.copy(arrays)}));
}

// Equal lengths of rows, then equal elements of the rows joined.
Atom Equality::equal_irregular(Atom a, Atom b) {
  // Both as arrays with a varying second dimension, also where only an inner one varies.
  auto irregular = [&](Atom atom) -> const AtomTree* {
    const ir::Type* have = storage_.type(atom);
    if (have->dims[1].is_varying()) return trees_.leaf(atom);
    std::vector<Dim> dims(have->dims.begin(), have->dims.end());
    dims[1] = Dim::varying();
    return trees_.leaf(builder_.let("rows", storage_.types.array(have->elem, dims),
                                    builder_.make(ir::Coerce{{}, emit_.as_var(atom)})));
  };
  const AtomTree* left = irregular(a);
  const AtomTree* right = irregular(b);
  Atom lengths = arrays_.row_lengths(left)->atom;
  Atom same = equal_leaves(lengths, arrays_.row_lengths(right)->atom);
  return emit_.choose(
      same, storage_.types.scalar(Prim::Bool),
      [&] {
        Atom elements = arrays_.join_rows(left)->atom;
        return equal_leaves(elements, arrays_.join_rows(right)->atom);
      },
      [] { return Atom::boolean(false); });
}

}  // namespace planish::values
