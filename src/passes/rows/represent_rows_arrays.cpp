// Operations on irregular arrays.
#include <algorithm>

#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

namespace {

std::vector<Dim> joined(std::vector<Dim> outer, std::span<const Dim> inner) {
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
}

// The dimensions of a slice that are no indices.
std::vector<Dim> counts(std::span<const SliceDim> slice) {
  std::vector<Dim> dims;
  for (const SliceDim& dim : slice) {
    if (!dim.is_index) dims.push_back(Builder::dim(dim.count));
  }
  return dims;
}

bool all_indices(std::span<const SliceDim> slice) {
  return std::ranges::all_of(slice, [](const SliceDim& dim) { return dim.is_index; });
}

std::vector<Atom> starts(std::span<const SliceDim> slice) {
  std::vector<Atom> atoms;
  for (const SliceDim& dim : slice) atoms.push_back(dim.start);
  return atoms;
}

}  // namespace

// ---- Names

void RowRepresenter::represent(const Stm& stm, const Same& op) { bind(stm.pattern[0], op.value); }

void RowRepresenter::represent(const Stm& stm, const Opaque& op) {
  Rows made = rows(op.value.var);
  auto hide = [&](Var var) {
    return make_.let("", storage_.type(var), make_.make(Opaque{{}, var}));
  };
  for (Var& offsets : made.offsets) offsets = hide(offsets);
  made.data = hide(made.data);
  rows_of_[stm.pattern[0]] = made;
}

// The lengths of the rows, level by level, and then the elements are shown.
void RowRepresenter::represent(const Stm& stm, const Trace& op) {
  Rows made = make_.pack(rows(op.value.var), dims(op.value));
  auto show = [&](Var var) {
    return make_.let("", storage_.type(var), make_.make(Trace{{}, var, op.tag}));
  };
  for (size_t level = 0; level < made.offsets.size(); level++)
    show(make_.lengths_of(made.offsets[level], make_.row_count(made, level)));
  made.data = show(made.data);
  rows_of_[stm.pattern[0]] = made;
}

void RowRepresenter::represent(const Stm& stm, const Copy& op) {
  bind(stm.pattern[0], copied(value(op.array), dims(op.array)), dims(op.array));
}

void RowRepresenter::represent(const Stm& stm, const Coerce& op) { bind(stm.pattern[0], op.array); }

// ---- New arrays

void RowRepresenter::represent(const Stm& stm, const ArrayLit& op) {
  const Type* type = storage_.type(stm.pattern[0]);
  if (!type->is_irregular()) {
    // Elements whose rows have the same lengths after all.
    ArrayLit lit = op;
    std::vector<Atom> elems;
    for (const Atom& elem : op.elems)
      elems.push_back(as(element_type(type, storage_.type(elem)), value(elem), dims(elem)).atom);
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
    rows_of_[stm.pattern[0]] = none;
    return;
  }
  std::vector<Dim> one = joined({Dim::constant(1)}, type->dims.subspan(1));
  const Type* one_type = storage_.types.array(type->elem, one);
  std::vector<RowsBuilder::RowRange> ranges;
  for (const Atom& elem : op.elems) {
    std::vector<Dim> from = joined({Dim::constant(1)}, dims(elem));
    Rows row = *as(one_type, value(elem), from).rows;
    ranges.push_back(make_.all_rows(row));
  }
  rows_of_[stm.pattern[0]] = make_.join(ranges, type->dims, 0);
}

void RowRepresenter::represent(const Stm& stm, const Replicate& op) {
  const Rows& one = rows(op.value.var);
  std::span<const Dim> inner = dims(op.value);
  Atom each = make_.row_count(one, 0);
  Atom count = each;
  for (const Atom& dim : op.dims) count = make_.times(count, dim);
  Var numbers = make_.map("rows", count, {make_.iota(count)}, [&](const std::vector<Atom>& at) {
    return make_.scalar(BinaryOp::Rem, at[0], each);
  });
  rows_of_[stm.pattern[0]] = *make_.gather(one, inner, Levels(inner).dim(0), numbers).rows;
}

void RowRepresenter::represent(const Stm& stm, const Concat& op) {
  std::vector<RowsBuilder::RowRange> ranges;
  for (Var array : op.arrays) ranges.push_back(make_.all_rows(rows(array)));
  rows_of_[stm.pattern[0]] = make_.join(ranges, dims(op.arrays[0]), 0);
}

// ---- Rows

void RowRepresenter::represent(const Stm& stm, const RowLengths& op) {
  Var var = stm.pattern[0];
  const Dim& inner = dims(op.array)[1];
  if (!inner.is_varying()) {
    Atom count = Builder::atom(dims(var)[0]);
    make_.bind(var, make_.make(Replicate{{}, make_.builder.list({count}), Builder::atom(inner)}));
    return;
  }
  Var offsets = rows(op.array).offsets[0];
  Var lengths = make_.copy(make_.lengths_of(offsets, Builder::atom(dims(var)[0])));
  offsets_of_lengths_[lengths] = offsets;
  array_of_lengths_[lengths] = op.array;
  bind(var, {lengths, {}}, dims(lengths));
}

void RowRepresenter::represent(const Stm& stm, const RowLength& op) {
  size_t depth = op.indices.size();
  const Dim& dim = dims(op.array)[depth];
  if (!dim.is_varying()) {
    make_.bind(stm.pattern[0], make_.make(Same{{}, Builder::atom(dim)}));
    return;
  }
  const Rows& of = rows(op.array);
  Var offsets = of.offsets[Levels(dims(op.array)).from(depth)];
  Atom row = unit(of, dims(op.array), op.indices);
  Atom start = make_.index(offsets, row);
  Atom end = make_.index(offsets, make_.plus(row, Atom::i64(1)));
  make_.bind(stm.pattern[0], make_.make(Binary{{}, BinaryOp::Sub, end, start}));
}

void RowRepresenter::represent(const Stm& stm, const EqualRowLength& op) {
  make_.bind(stm.pattern[0], make_.make(EqualStep{{}, rows(op.array).offsets[op.level]}));
}

void RowRepresenter::represent(const Stm& stm, const JoinRows& op) {
  Var var = stm.pattern[0];
  std::span<const Dim> from = dims(op.array);
  if (from[1].is_varying()) {
    const Rows& of = rows(op.array);
    Atom start = of.packed ? Atom::i64(0) : make_.index(of.offsets[0], Atom::i64(0));
    Atom count = Builder::atom(dims(var)[0]);
    RowsValue elements = make_.part(of, from, {2, start, count});
    std::vector<Dim> inner = joined({Builder::dim(count)}, from.subspan(2));
    bind(var, copied(elements, inner), inner);
  } else if (is_irregular(op.array)) {
    rows_of_[var] = make_.copy(rows(op.array), from);
  } else {
    Var flat = make_.reshape(now(op.array).var, dims(var));
    make_.bind(var, make_.make(Copy{{}, flat}));
  }
}

void RowRepresenter::represent(const Stm& stm, const SplitRows& op) {
  Rows made;
  const Var lengths = now(op.lengths).var;
  Var offsets = packed_offsets(lengths, {});
  if (!offsets) offsets = make_.offsets_of(lengths, RowsBuilder::Lengths::Lent);
  made.offsets.push_back(offsets);
  RowsValue elements = copied(value(op.array), dims(op.array));
  made.packed = true;
  if (elements.rows) {
    made.offsets.insert(made.offsets.end(), elements.rows->offsets.begin(),
                        elements.rows->offsets.end());
    made.data = elements.rows->data;
  } else {
    made.data = elements.atom.var;
  }
  rows_of_[stm.pattern[0]] = made;
}

// ---- Parts

Atom RowRepresenter::unit(const Rows& rows, std::span<const Dim> dims,
                          std::span<const Atom> indices) {
  Atom at = Atom::i64(0);
  size_t level = 0;
  for (size_t i = 0; i < indices.size(); i++) {
    if (dims[i].is_varying()) {
      at = make_.index(rows.offsets[level++], at);
    } else if (i > 0) {
      at = make_.times(at, Builder::atom(dims[i]));
    }
    at = make_.plus(at, indices[i]);
  }
  return at;
}

// Element number t of the result is found by the digits of t.
Var RowRepresenter::units(const Rows& rows, std::span<const Dim> dims,
                          std::span<const SliceDim> slice) {
  Atom count = make_.product(counts(slice));
  return make_.map("units", count, {make_.iota(count)}, [&](const std::vector<Atom>& number) {
    std::vector<Atom> indices = starts(slice);
    Atom rest = number[0];
    for (size_t i = slice.size(); i-- > 0;) {
      if (slice[i].is_index) continue;
      Atom digit = make_.scalar(BinaryOp::Rem, rest, slice[i].count);
      rest = make_.scalar(BinaryOp::Quot, rest, slice[i].count);
      indices[i] = make_.plus(slice[i].start, make_.times(digit, slice[i].stride));
    }
    return unit(rows, dims, indices);
  });
}

Var RowRepresenter::flat_units(const Atom& offset, std::span<const FlatDim> dims) {
  Atom count = Atom::i64(1);
  for (const FlatDim& dim : dims) count = make_.times(count, dim.count);
  return make_.map("units", count, {make_.iota(count)}, [&](const std::vector<Atom>& number) {
    Atom at = offset;
    Atom rest = number[0];
    for (size_t i = dims.size(); i-- > 0;) {
      Atom digit = make_.scalar(BinaryOp::Rem, rest, dims[i].count);
      rest = make_.scalar(BinaryOp::Quot, rest, dims[i].count);
      at = make_.plus(at, make_.times(digit, dims[i].stride));
    }
    return at;
  });
}

void RowRepresenter::represent(const Stm& stm, const Index& op) {
  Var var = stm.pattern[0];
  if (!is_irregular(op.array)) {
    const Type* type = storage_.types.without_outer(storage_.type(op.array), op.indices.size());
    Var part = make_.let("", type, make_.make(Index{{}, now(op.array).var, op.indices}));
    return bind(var, {part, {}}, type->dims);
  }
  const Rows& of = rows(op.array);
  std::span<const Dim> from = dims(op.array);
  Levels levels(from);
  size_t depth = op.indices.size();
  if (depth > levels.last_dim()) {
    std::vector<Atom> indices{unit(of, from, op.indices.first(levels.last_dim() + 1))};
    std::span<const Atom> inside = op.indices.subspan(levels.last_dim() + 1);
    indices.insert(indices.end(), inside.begin(), inside.end());
    const Type* type = storage_.types.without_outer(storage_.type(of.data), indices.size());
    const Op* element = make_.make(Index{{}, of.data, make_.list(indices)});
    if (!is_irregular(var)) return make_.bind(var, element);
    return bind(var, {make_.let("", type, element), {}}, type->dims);
  }
  Atom at = unit(of, from, op.indices);
  if (!from[depth].is_varying())
    return bind(var, make_.part(of, from, {depth, at, Atom::i64(1)}), from.subspan(depth));
  Atom start = make_.index(of.offsets[levels.from(depth)], at);
  Atom count = Builder::atom(dims(var)[0]);
  bind(var, make_.part(of, from, {depth + 1, start, count}),
       joined({Builder::dim(count)}, from.subspan(depth + 1)));
}

// Units that lie next to each other: only the last dimension is no index, and there is nothing
// between its elements.
std::optional<Units> RowRepresenter::neighbours(const Rows& rows, std::span<const Dim> dims,
                                                std::span<const SliceDim> slice) {
  const SliceDim& last = slice.back();
  if (!all_indices(slice.first(slice.size() - 1))) return std::nullopt;
  if (!last.is_index && last.stride != Atom::i64(1)) return std::nullopt;
  Atom start = unit(rows, dims, starts(slice));
  return Units{slice.size(), start, last.is_index ? Atom::i64(1) : last.count};
}

void RowRepresenter::represent(const Stm& stm, const Slice& op) {
  Var var = stm.pattern[0];
  if (!is_irregular(op.array)) {
    const Type* of = storage_.type(op.array);
    std::vector<Dim> from = joined(counts(op.dims), of->dims.subspan(op.dims.size()));
    Var part = make_.let("", storage_.types.array(of->elem, from),
                         make_.make(Slice{{}, now(op.array).var, op.dims}));
    return bind(var, {part, {}}, from);
  }
  const Rows& of = rows(op.array);
  std::span<const Dim> from = dims(op.array);
  size_t last = Levels(from).last_dim();
  size_t depth = op.dims.size();
  std::vector<Dim> result = joined(counts(op.dims), from.subspan(depth));
  if (depth <= last) {
    if (std::optional<Units> part = neighbours(of, from, op.dims))
      return bind(var, make_.part(of, from, *part), result);
    return bind(var, make_.gather(of, from, depth, units(of, from, op.dims)), result);
  }
  std::span<const SliceDim> inside = op.dims.subspan(last + 1);
  const Type* type = storage_.types.array(storage_.type(of.data)->elem, result);
  auto sliced = [&](Var data, const SliceDim& first) {
    std::vector<SliceDim> slice{first};
    slice.insert(slice.end(), inside.begin(), inside.end());
    std::span<const Dim> rest = storage_.type(data)->dims.subspan(slice.size());
    const Type* made = storage_.types.array(storage_.type(data)->elem, joined(counts(slice), rest));
    return make_.let("", made, make_.make(Slice{{}, data, make_.list(slice)}));
  };
  if (all_indices(op.dims.first(last))) {
    SliceDim first = op.dims[last];
    std::vector<Atom> row = starts(op.dims.first(last));
    row.push_back(first.start);
    first.start = unit(of, from, row);
    return bind(var, {sliced(of.data, first), {}}, type->dims);
  }
  Var numbers = units(of, from, op.dims.first(last + 1));
  Var elements = make_.gather(of, from, last + 1, numbers).atom.var;
  SliceDim whole{false, Atom::i64(0), make_.size(numbers), Atom::i64(1)};
  Var parts = inside.empty() ? elements : sliced(elements, whole);
  bind(var, {make_.reshape(parts, type->dims), {}}, type->dims);
}

void RowRepresenter::represent(const Stm& stm, const FlatSlice& op) {
  std::vector<Dim> result;
  for (const FlatDim& dim : op.dims) result.push_back(Builder::dim(dim.count));
  std::span<const Dim> from = dims(op.array);
  Var numbers = flat_units(op.offset, op.dims);
  bind(stm.pattern[0], make_.gather(rows(op.array), from, 1, numbers),
       joined(result, from.subspan(1)));
}

// ---- Updates

void RowRepresenter::represent(const Stm& stm, const Update& op) {
  Var var = stm.pattern[0];
  if (!is_irregular(op.array)) {
    // Only the value is, and its rows have the same lengths.
    Update now_op = op;
    const Type* of = storage_.type(op.array);
    const Type* part =
        storage_.types.array(of->elem, joined(counts(op.dims), of->dims.subspan(op.dims.size())));
    now_op.array = now(op.array).var;
    now_op.value = as(part, value(op.value), dims(op.value)).atom;
    return make_.add(stm.pattern, make_.make(now_op), stm.attrs);
  }
  std::span<const Dim> from = dims(op.array);
  if (op.dims.size() > Levels(from).last_dim()) return update_elements(var, op);
  bool is_last_level = Levels(from).from(op.dims.size()) + 1 == Levels(from).count();
  if (all_indices(op.dims) && from[op.dims.size()].is_varying() && is_last_level &&
      !is_irregular(op.value))
    return update_row(var, op);
  rows_of_[var] = replaced(rows(op.array), from, op.dims.size(),
                           units(rows(op.array), from, op.dims), value(op.value), dims(op.value));
}

// All lengths stay as they are.
void RowRepresenter::update_elements(Var var, const Update& op) {
  Rows made = rows(op.array);
  std::span<const Dim> from = dims(op.array);
  const Type* data_type = storage_.type(made.data);
  size_t last = Levels(from).last_dim();
  std::span<const SliceDim> inside = op.dims.subspan(last + 1);
  const Type* part =
      storage_.types.array(data_type->elem, joined(counts(op.dims), from.subspan(op.dims.size())));
  Atom with = part->is_scalar() ? now(op.value) : as(part, value(op.value), dims(op.value)).atom;
  auto write = [&](Var data, const SliceDim& first, const Atom& given) {
    std::vector<SliceDim> slice{first};
    slice.insert(slice.end(), inside.begin(), inside.end());
    return make_.let("", data_type, make_.make(Update{{}, data, make_.list(slice), given}));
  };
  if (all_indices(op.dims.first(last))) {
    SliceDim first = op.dims[last];
    std::vector<Atom> row = starts(op.dims.first(last));
    row.push_back(first.start);
    first.start = unit(made, from, row);
    made.data = write(made.data, first, with);
    rows_of_[var] = made;
    return;
  }
  // One place after the other.
  Var numbers = units(made, from, op.dims.first(last + 1));
  Atom count = make_.size(numbers);
  std::vector<Dim> inner = joined(counts(inside), from.subspan(op.dims.size()));
  Var values = make_.reshape(with.var, joined({Builder::dim(count)}, inner));
  CarriedLoop loop(make_);
  CarriedLoop::Index data = loop.carry("data", data_type, made.data, CarriedLoop::Owned::Yes);
  loop.run(count, {}, [&](Var index) {
    Var given = make_.let("", storage_.types.array(data_type->elem, inner),
                          make_.make(Index{{}, values, make_.builder.list({Atom(index)})}));
    SliceDim place{true, make_.index(numbers, index), {}, {}};
    loop.set_next(data, write(loop.now(data), place, given));
  });
  made.data = loop.last(data);
  rows_of_[var] = made;
}

// One row of the last level. It is written in place if it is as long as the one before.
void RowRepresenter::update_row(Var var, const Update& op) {
  Rows of = rows(op.array);
  std::span<const Dim> from = dims(op.array);
  size_t level = of.offsets.size() - 1;
  Atom number = unit(of, from, starts(op.dims));
  Atom start = make_.index(of.offsets[level], number);
  Atom end = make_.index(of.offsets[level], make_.plus(number, Atom::i64(1)));
  Atom length = Builder::atom(dims(op.value)[0]);
  Atom fits = make_.scalar(BinaryOp::Eq, make_.minus(end, start), length);
  auto results = [&](const Rows& given) {
    List<Atom> atoms;
    add_sizes(given, atoms);
    add_arrays(given, atoms);
    return atoms;
  };
  const Body* in_place = make_.builder.body([&] {
    Rows made = of;
    SliceDim place{false, start, length, Atom::i64(1)};
    made.data =
        make_.let("", storage_.type(of.data),
                  make_.make(Update{{}, of.data, make_.builder.list({place}), now(op.value)}));
    return results(made);
  });
  const Body* anew = make_.builder.body([&] {
    Var numbers = make_.let("units", make_.numbers(Atom::i64(1)),
                            make_.make(ArrayLit{{}, make_.builder.list({number})}));
    return results(replaced(of, from, op.dims.size(), numbers, value(op.value), dims(op.value)));
  });
  List<Var> pattern = expanded_pattern({&var, 1});
  make_.add(pattern, make_.make(If{{}, fits, in_place, anew}));
}

Rows RowRepresenter::replaced(const Rows& rows, std::span<const Dim> dims, size_t depth,
                              Var numbers, const RowsValue& value,
                              std::span<const Dim> value_dims) {
  Levels levels(dims);
  Dim count = Builder::dim(make_.size(numbers));
  std::span<const Dim> unit_dims = dims.subspan(depth);
  std::vector<Dim> from = joined({count}, value_dims.subspan(value_dims.size() - unit_dims.size()));
  const Type* to = storage_.types.array(storage_.type(rows.data)->elem, joined({count}, unit_dims));
  Rows with = *as(to, value, from).rows;
  size_t level = levels.from(depth);
  Atom each = make_.product(dims.subspan(depth, levels.dim(level) - depth));
  Atom new_count = make_.row_count(with, 0);
  Var at = numbers;
  if (each != Atom::i64(1)) {
    at = make_.map("rows", new_count, {make_.iota(new_count)}, [&](const std::vector<Atom>& row) {
      Atom first = make_.index(numbers, make_.scalar(BinaryOp::Quot, row[0], each));
      return make_.plus(make_.times(first, each), make_.scalar(BinaryOp::Rem, row[0], each));
    });
  }
  return with_rows(rows, dims, level, at, with);
}

// The rows of a level with some replaced: first all rows are put after each other, and then the
// right ones are taken.
Rows RowRepresenter::with_rows(const Rows& rows, std::span<const Dim> dims, size_t level,
                               Var numbers, const Rows& with) {
  auto first = static_cast<ptrdiff_t>(level);
  Rows inner;
  inner.offsets.assign(rows.offsets.begin() + first, rows.offsets.end());
  inner.data = rows.data;
  std::vector<Dim> inner_dims = joined({Dim::constant(0)}, dims.subspan(Levels(dims).dim(level)));
  Atom count = make_.row_count(inner, 0);
  Atom new_count = make_.row_count(with, 0);
  inner.packed = rows.packed;
  Rows all = make_.join({make_.all_rows(inner), make_.all_rows(with)}, inner_dims, 0);
  Var new_numbers =
      make_.map("rows", new_count, {make_.iota(new_count)},
                [&](const std::vector<Atom>& at) { return make_.plus(at[0], count); });
  Var wanted = make_.let("rows", make_.numbers(count),
                         make_.make(Scatter{{},
                                            new_count,
                                            make_.builder.list({count}),
                                            make_.builder.list({make_.iota(count)}),
                                            nullptr,
                                            make_.builder.list({numbers, new_numbers})}));
  Rows found = *make_.gather(all, inner_dims, 1, wanted).rows;
  Rows result;
  result.packed = level == 0 || rows.packed;
  result.offsets.assign(rows.offsets.begin(), rows.offsets.begin() + first);
  result.offsets.insert(result.offsets.end(), found.offsets.begin(), found.offsets.end());
  result.data = found.data;
  return result;
}

void RowRepresenter::represent(const Stm& stm, const FlatUpdate& op) {
  rows_of_[stm.pattern[0]] =
      replaced(rows(op.array), dims(op.array), 1, flat_units(op.offset, op.dims), value(op.value),
               dims(op.value));
}

}  // namespace planish::passes
