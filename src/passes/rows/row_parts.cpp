#include "passes/rows/row_parts.h"

#include <algorithm>

namespace planish::passes {

using namespace ir;

std::vector<Dim> joined(std::vector<Dim> outer, std::span<const Dim> inner) {
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
}

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

Atom RowParts::unit(const Rows& rows, std::span<const Dim> dims, std::span<const Atom> indices) {
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
Var RowParts::units(const Rows& rows, std::span<const Dim> dims, std::span<const SliceDim> slice) {
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

Var RowParts::flat_units(const Atom& offset, std::span<const FlatDim> dims) {
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

void RowParts::index(const Stm& stm, const Index& op) {
  Var var = stm.pattern[0];
  if (!values_.is_irregular(op.array)) {
    const Type* type = storage_.types.without_outer(storage_.type(op.array), op.indices.size());
    Var part = make_.let("", type, make_.make(Index{{}, values_.now(op.array).var, op.indices}));
    return values_.bind(var, {part, {}}, type->dims);
  }
  const Rows& of = values_.rows(op.array);
  std::span<const Dim> from = values_.dims(op.array);
  Levels levels(from);
  size_t depth = op.indices.size();
  if (depth > levels.last_dim()) {
    std::vector<Atom> indices{unit(of, from, op.indices.first(levels.last_dim() + 1))};
    std::span<const Atom> inside = op.indices.subspan(levels.last_dim() + 1);
    indices.insert(indices.end(), inside.begin(), inside.end());
    const Type* type = storage_.types.without_outer(storage_.type(of.data), indices.size());
    const Op* element = make_.make(Index{{}, of.data, make_.list(indices)});
    if (!values_.is_irregular(var)) return make_.bind(var, element);
    return values_.bind(var, {make_.let("", type, element), {}}, type->dims);
  }
  Atom at = unit(of, from, op.indices);
  if (!from[depth].is_varying())
    return values_.bind(var, make_.part(of, from, {depth, at, Atom::i64(1)}), from.subspan(depth));
  Atom start = make_.index(of.offsets[levels.from(depth)], at);
  Atom count = Builder::atom(values_.dims(var)[0]);
  values_.bind(var, make_.part(of, from, {depth + 1, start, count}),
               joined({Builder::dim(count)}, from.subspan(depth + 1)));
}

std::optional<Units> RowParts::neighbours(const Rows& rows, std::span<const Dim> dims,
                                          std::span<const SliceDim> slice) {
  const SliceDim& last = slice.back();
  if (!all_indices(slice.first(slice.size() - 1))) return std::nullopt;
  if (!last.is_index && last.stride != Atom::i64(1)) return std::nullopt;
  Atom start = unit(rows, dims, starts(slice));
  return Units{slice.size(), start, last.is_index ? Atom::i64(1) : last.count};
}

void RowParts::slice(const Stm& stm, const Slice& op) {
  Var var = stm.pattern[0];
  if (!values_.is_irregular(op.array)) {
    const Type* of = storage_.type(op.array);
    std::vector<Dim> from = joined(counts(op.dims), of->dims.subspan(op.dims.size()));
    Var part = make_.let("", storage_.types.array(of->elem, from),
                         make_.make(Slice{{}, values_.now(op.array).var, op.dims}));
    return values_.bind(var, {part, {}}, from);
  }
  const Rows& of = values_.rows(op.array);
  std::span<const Dim> from = values_.dims(op.array);
  size_t last = Levels(from).last_dim();
  size_t depth = op.dims.size();
  std::vector<Dim> result = joined(counts(op.dims), from.subspan(depth));
  if (depth <= last) {
    if (std::optional<Units> part = neighbours(of, from, op.dims))
      return values_.bind(var, make_.part(of, from, *part), result);
    return values_.bind(var, make_.gather(of, from, depth, units(of, from, op.dims)), result);
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
    return values_.bind(var, {sliced(of.data, first), {}}, type->dims);
  }
  Var numbers = units(of, from, op.dims.first(last + 1));
  Var elements = make_.gather(of, from, last + 1, numbers).atom.var;
  SliceDim whole{false, Atom::i64(0), make_.size(numbers), Atom::i64(1)};
  Var parts = inside.empty() ? elements : sliced(elements, whole);
  values_.bind(var, {make_.reshape(parts, type->dims), {}}, type->dims);
}

void RowParts::flat_slice(const Stm& stm, const FlatSlice& op) {
  std::vector<Dim> result;
  for (const FlatDim& dim : op.dims) result.push_back(Builder::dim(dim.count));
  std::span<const Dim> from = values_.dims(op.array);
  Var numbers = flat_units(op.offset, op.dims);
  values_.bind(stm.pattern[0], make_.gather(values_.rows(op.array), from, 1, numbers),
               joined(result, from.subspan(1)));
}

}  // namespace planish::passes
