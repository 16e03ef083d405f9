#include "passes/rows/row_arrays.h"

namespace planish::passes {

using namespace ir;

void RowArrays::opaque(const Stm& stm, const Opaque& op) {
  Rows made = values_.rows(op.value.var);
  auto hide = [&](Var var) {
    return make_.let("", storage_.type(var), make_.make(Opaque{{}, var}));
  };
  for (Var& offsets : made.offsets) offsets = hide(offsets);
  made.data = hide(made.data);
  values_.set_rows(stm.pattern[0], made);
}

void RowArrays::trace(const Stm& stm, const Trace& op) {
  Rows made = make_.pack(values_.rows(op.value.var), values_.dims(op.value));
  auto show = [&](Var var) {
    return make_.let("", storage_.type(var), make_.make(Trace{{}, var, op.tag}));
  };
  for (size_t level = 0; level < made.offsets.size(); level++)
    show(make_.lengths_of(made.offsets[level], make_.row_count(made, level)));
  made.data = show(made.data);
  values_.set_rows(stm.pattern[0], made);
}

void RowArrays::copy(const Stm& stm, const Copy& op) {
  values_.bind(stm.pattern[0], values_.copied(values_.value(op.array), values_.dims(op.array)),
               values_.dims(op.array));
}

// ---- New arrays

void RowArrays::array_lit(const Stm& stm, const ArrayLit& op) {
  const Type* type = storage_.type(stm.pattern[0]);
  if (!type->is_irregular()) {
    // Elements whose rows have the same lengths after all.
    ArrayLit lit = op;
    std::vector<Atom> elems;
    for (const Atom& elem : op.elems)
      elems.push_back(values_
                          .as(values_.element_type(type, storage_.type(elem)), values_.value(elem),
                              values_.dims(elem))
                          .atom);
    lit.elems = make_.list(elems);
    make_.add(stm.pattern, make_.make(lit), stm.attrs);
    return;
  }
  Levels levels(type->dims);
  if (op.elems.empty()) {
    Rows none;
    none.packed = true;
    for (size_t level = 0; level < levels.count(); level++)
      none.offsets.push_back(make_.blank(make_.numbers(Atom::i64(1))));
    none.data = make_.blank(
        make_.array_type(type->elem, Atom::i64(0), type->dims.subspan(levels.last_dim() + 1)));
    values_.set_rows(stm.pattern[0], none);
    return;
  }
  std::vector<Dim> one = joined({Dim::constant(1)}, type->dims.subspan(1));
  const Type* one_type = storage_.types.array(type->elem, one);
  std::vector<RowsBuilder::RowRange> ranges;
  for (const Atom& elem : op.elems) {
    std::vector<Dim> from = joined({Dim::constant(1)}, values_.dims(elem));
    Rows row = *values_.as(one_type, values_.value(elem), from).rows;
    ranges.push_back(make_.all_rows(row));
  }
  values_.set_rows(stm.pattern[0], make_.join(ranges, type->dims, 0));
}

void RowArrays::replicate(const Stm& stm, const Replicate& op) {
  const Rows& one = values_.rows(op.value.var);
  std::span<const Dim> inner = values_.dims(op.value);
  Atom each = make_.row_count(one, 0);
  Atom count = each;
  for (const Atom& dim : op.dims) count = make_.times(count, dim);
  Var numbers = make_.map("rows", count, {make_.iota(count)}, [&](const std::vector<Atom>& at) {
    return make_.scalar(BinaryOp::Rem, at[0], each);
  });
  values_.set_rows(stm.pattern[0], *make_.gather(one, inner, Levels(inner).dim(0), numbers).rows);
}

void RowArrays::concat(const Stm& stm, const Concat& op) {
  std::vector<RowsBuilder::RowRange> ranges;
  for (Var array : op.arrays) ranges.push_back(make_.all_rows(values_.rows(array)));
  values_.set_rows(stm.pattern[0], make_.join(ranges, values_.dims(op.arrays[0]), 0));
}

// ---- Rows

void RowArrays::row_lengths(const Stm& stm, const RowLengths& op) {
  Var var = stm.pattern[0];
  const Dim& inner = values_.dims(op.array)[1];
  if (!inner.is_varying()) {
    Atom count = Builder::atom(values_.dims(var)[0]);
    make_.bind(var, make_.make(Replicate{{}, make_.builder.list({count}), Builder::atom(inner)}));
    return;
  }
  Var offsets = values_.rows(op.array).offsets[0];
  Var lengths = make_.copy(make_.lengths_of(offsets, Builder::atom(values_.dims(var)[0])));
  lengths_.set_lengths(lengths, op.array);
  values_.bind(var, {lengths, {}}, values_.dims(lengths));
}

void RowArrays::row_length(const Stm& stm, const RowLength& op) {
  size_t depth = op.indices.size();
  const Dim& dim = values_.dims(op.array)[depth];
  if (!dim.is_varying()) {
    make_.bind(stm.pattern[0], make_.make(Same{{}, Builder::atom(dim)}));
    return;
  }
  const Rows& of = values_.rows(op.array);
  Var offsets = of.offsets[Levels(values_.dims(op.array)).from(depth)];
  Atom row = parts_.unit(of, values_.dims(op.array), op.indices);
  Atom start = make_.index(offsets, row);
  Atom end = make_.index(offsets, make_.plus(row, Atom::i64(1)));
  make_.bind(stm.pattern[0], make_.make(Binary{{}, BinaryOp::Sub, end, start}));
}

void RowArrays::equal_row_length(const Stm& stm, const EqualRowLength& op) {
  make_.bind(stm.pattern[0], make_.make(EqualStep{{}, values_.rows(op.array).offsets[op.level]}));
}

void RowArrays::join_rows(const Stm& stm, const JoinRows& op) {
  Var var = stm.pattern[0];
  std::span<const Dim> from = values_.dims(op.array);
  if (from[1].is_varying()) {
    const Rows& of = values_.rows(op.array);
    Atom start = of.packed ? Atom::i64(0) : make_.index(of.offsets[0], Atom::i64(0));
    Atom count = Builder::atom(values_.dims(var)[0]);
    RowsValue elements = make_.part(of, from, {2, start, count});
    std::vector<Dim> inner = joined({Builder::dim(count)}, from.subspan(2));
    values_.bind(var, values_.copied(elements, inner), inner);
  } else if (values_.is_irregular(op.array)) {
    values_.set_rows(var, make_.copy(values_.rows(op.array), from));
  } else {
    Var flat = make_.reshape(values_.now(op.array).var, values_.dims(var));
    make_.bind(var, make_.make(Copy{{}, flat}));
  }
}

void RowArrays::split_rows(const Stm& stm, const SplitRows& op) {
  Rows made;
  const Var lengths = values_.now(op.lengths).var;
  Var offsets = lengths_.packed_offsets(lengths, {});
  if (!offsets) offsets = make_.offsets_of(lengths, RowsBuilder::Lengths::Lent);
  made.offsets.push_back(offsets);
  RowsValue elements = values_.copied(values_.value(op.array), values_.dims(op.array));
  made.packed = true;
  if (elements.rows) {
    made.offsets.insert(made.offsets.end(), elements.rows->offsets.begin(),
                        elements.rows->offsets.end());
    made.data = elements.rows->data;
  } else {
    made.data = elements.atom.var;
  }
  values_.set_rows(stm.pattern[0], made);
}

}  // namespace planish::passes
