#include "passes/rows/row_updates.h"

#include "passes/rows/row_collector.h"

namespace planish::passes {

using namespace ir;

void RowUpdates::update(const Stm& stm, const Update& op) {
  Var var = stm.pattern[0];
  if (!values_.is_irregular(op.array)) {
    // Only the value is, and its rows have the same lengths.
    Update now_op = op;
    const Type* of = storage_.type(op.array);
    const Type* part =
        storage_.types.array(of->elem, joined(counts(op.dims), of->dims.subspan(op.dims.size())));
    now_op.array = values_.now(op.array).var;
    now_op.value = values_.as(part, values_.value(op.value), values_.dims(op.value)).atom;
    return make_.add(stm.pattern, make_.make(now_op), stm.attrs);
  }
  std::span<const Dim> from = values_.dims(op.array);
  if (op.dims.size() > Levels(from).last_dim()) return update_elements(var, op);
  bool is_last_level = Levels(from).from(op.dims.size()) + 1 == Levels(from).count();
  if (all_indices(op.dims) && from[op.dims.size()].is_varying() && is_last_level &&
      !values_.is_irregular(op.value))
    return update_row(var, op);
  values_.set_rows(var, replaced(values_.rows(op.array), from, op.dims.size(),
                                 parts_.units(values_.rows(op.array), from, op.dims),
                                 values_.value(op.value), values_.dims(op.value)));
}

void RowUpdates::update_elements(Var var, const Update& op) {
  Rows made = values_.rows(op.array);
  std::span<const Dim> from = values_.dims(op.array);
  const Type* data_type = storage_.type(made.data);
  size_t last = Levels(from).last_dim();
  std::span<const SliceDim> inside = op.dims.subspan(last + 1);
  const Type* part =
      storage_.types.array(data_type->elem, joined(counts(op.dims), from.subspan(op.dims.size())));
  Atom with = part->is_scalar()
                  ? values_.now(op.value)
                  : values_.as(part, values_.value(op.value), values_.dims(op.value)).atom;
  auto write = [&](Var data, const SliceDim& first, const Atom& given) {
    std::vector<SliceDim> slice{first};
    slice.insert(slice.end(), inside.begin(), inside.end());
    return make_.let("", data_type, make_.make(Update{{}, data, make_.list(slice), given}));
  };
  if (all_indices(op.dims.first(last))) {
    SliceDim first = op.dims[last];
    std::vector<Atom> row = starts(op.dims.first(last));
    row.push_back(first.start);
    first.start = parts_.unit(made, from, row);
    made.data = write(made.data, first, with);
    values_.set_rows(var, made);
    return;
  }
  // One place after the other.
  Var numbers = parts_.units(made, from, op.dims.first(last + 1));
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
  values_.set_rows(var, made);
}

void RowUpdates::update_row(Var var, const Update& op) {
  Rows of = values_.rows(op.array);
  std::span<const Dim> from = values_.dims(op.array);
  size_t level = of.offsets.size() - 1;
  Atom number = parts_.unit(of, from, starts(op.dims));
  Atom start = make_.index(of.offsets[level], number);
  Atom end = make_.index(of.offsets[level], make_.plus(number, Atom::i64(1)));
  Atom length = Builder::atom(values_.dims(op.value)[0]);
  Atom fits = make_.scalar(BinaryOp::Eq, make_.minus(end, start), length);
  auto results = [&](const Rows& given) {
    std::vector<Atom> atoms;
    components_.add_sizes(given, atoms);
    components_.add_arrays(given, atoms);
    return atoms;
  };
  const Body* in_place = make_.builder.body([&] {
    Rows made = of;
    SliceDim place{false, start, length, Atom::i64(1)};
    made.data = make_.let(
        "", storage_.type(of.data),
        make_.make(Update{{}, of.data, make_.builder.list({place}), values_.now(op.value)}));
    return results(made);
  });
  const Body* anew = make_.builder.body([&] {
    Var numbers = make_.let("units", make_.numbers(Atom::i64(1)),
                            make_.make(ArrayLit{{}, make_.builder.list({number})}));
    return results(replaced(of, from, op.dims.size(), numbers, values_.value(op.value),
                            values_.dims(op.value)));
  });
  std::vector<Var> pattern = components_.expanded_pattern({&var, 1});
  make_.add(pattern, make_.make(If{{}, fits, in_place, anew}));
}

Rows RowUpdates::replaced(const Rows& rows, std::span<const Dim> dims, size_t depth, Var numbers,
                          const RowsValue& value, std::span<const Dim> value_dims) {
  Levels levels(dims);
  Dim count = Builder::dim(make_.size(numbers));
  std::span<const Dim> unit_dims = dims.subspan(depth);
  std::vector<Dim> from = joined({count}, value_dims.subspan(value_dims.size() - unit_dims.size()));
  const Type* to = storage_.types.array(storage_.type(rows.data)->elem, joined({count}, unit_dims));
  Rows with = *values_.as(to, value, from).rows;
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

Rows RowUpdates::with_rows(const Rows& rows, std::span<const Dim> dims, size_t level, Var numbers,
                           const Rows& with) {
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

void RowUpdates::flat_update(const Stm& stm, const FlatUpdate& op) {
  values_.set_rows(stm.pattern[0], replaced(values_.rows(op.array), values_.dims(op.array), 1,
                                            parts_.flat_units(op.offset, op.dims),
                                            values_.value(op.value), values_.dims(op.value)));
}

}  // namespace planish::passes
