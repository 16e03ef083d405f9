#include "ir/verify/array_rules.h"

#include <algorithm>

#include "ir/build/builder.h"

namespace planish::ir {

void ArrayRules::check(const ArrayLit& n) {
  if (!binds(1) || !is_array(state_.pattern[0])) return;
  Shape whole = storage_.type(state_.pattern[0]);
  Shape elem = whole.inside(1);
  for (const Atom& atom : n.elems) fits(elem, type(atom), "element", atom, 0);
  gives(0, elem.within(Dim::constant(static_cast<int64_t>(n.elems.size()))));
}

void ArrayRules::check(const Index& n) {
  is_i64(n.indices, "index");
  if (is_array(n.array, n.indices.size())) {
    gives_one(Shape(storage_.type(n.array)).inside(n.indices.size()), 0);
  }
}

std::optional<Shape> ArrayRules::slice_shape(Var array, std::span<const SliceDim> dims) {
  for (const SliceDim& dim : dims) {
    is_i64(dim.start, dim.is_index ? "index" : "start");
    if (dim.is_index) continue;
    is_i64(dim.count, "count");
    is_i64(dim.stride, "stride");
  }
  if (!is_array(array, dims.size())) return std::nullopt;
  Shape rest = Shape(storage_.type(array)).inside(dims.size());
  std::vector<Dim> outer;
  for (const SliceDim& dim : dims) {
    if (!dim.is_index) outer.push_back(Builder::dim(dim.count));
  }
  return rest.within(outer);
}

void ArrayRules::check(const Slice& n) {
  if (auto shape = slice_shape(n.array, n.dims)) gives_one(*shape, 0);
}

void ArrayRules::check(const Update& n) {
  if (auto shape = slice_shape(n.array, n.dims)) {
    fits(*shape, type(n.value), "value", n.value, 0);
    gives_one(storage_.type(n.array));
  }
}

std::optional<Shape> ArrayRules::flat_shape(Var array, const Atom& offset,
                                            std::span<const FlatDim> dims) {
  is_i64(offset, "offset");
  std::vector<Dim> outer;
  for (const FlatDim& dim : dims) {
    is_i64(dim.count, "count");
    is_i64(dim.stride, "stride");
    outer.push_back(Builder::dim(dim.count));
  }
  if (!is_array(array)) return std::nullopt;
  return Shape(storage_.type(array)).inside(1).within(outer);
}

void ArrayRules::check(const FlatSlice& n) {
  if (auto shape = flat_shape(n.array, n.offset, n.dims)) gives_one(*shape);
}

void ArrayRules::check(const FlatUpdate& n) {
  if (auto shape = flat_shape(n.array, n.offset, n.dims)) {
    fits(*shape, storage_.type(n.value), "value", n.value);
    gives_one(storage_.type(n.array));
  }
}

void ArrayRules::check(const Iota& n) {
  is_i64(n.count, "count");
  const Type* start = type(n.start);
  if (!start->is_scalar() || !takes(BinaryOp::Add, start->elem)) {
    return error(Rule::Types, "iota does not count in " + text(start));
  }
  is_scalar(n.step, start->elem, "step");
  gives_one(Shape(start).within(Builder::dim(n.count)));
}

void ArrayRules::check(const Replicate& n) {
  is_i64(n.dims, "dimension");
  if (type(n.value)->is_acc()) return error(Rule::Types, "replicate does not work on accumulators");
  gives_one(Shape(type(n.value)).within(dims_of(n.dims)));
}

void ArrayRules::check(const Concat& n) {
  if (n.arrays.empty()) return error(Rule::Counts, "concat needs an array");
  for (Var array : n.arrays) {
    if (!is_array(array)) return;
  }
  Shape rows = Shape(storage_.type(n.arrays[0])).inside(1);
  int64_t sum = 0;
  bool all_known = true;
  for (Var array : n.arrays) {
    Shape shape = storage_.type(array);
    fits(rows.within(shape.dims[0]), shape, "operand", array);
    all_known &= shape.dims[0].kind == DimKind::Const;
    sum += shape.dims[0].value;
  }
  if (!binds(1) || !is_array(state_.pattern[0])) return;
  Dim given = storage_.type(state_.pattern[0])->dims[0];
  gives(0, rows.within(all_known ? Dim::constant(sum) : given));
}

void ArrayRules::check(const Reshape& n) {
  is_i64(n.dims, "dimension");
  const Type* from = storage_.type(n.array);
  if (from->is_acc() || from->is_irregular()) {
    return error(Rule::Types, "reshape does not work on type " + text(from));
  }
  std::vector<Dim> dims = dims_of(n.dims);
  // The product of the dimensions, if all are known and it is a number that arrays can have.
  auto size = [](std::span<const Dim> all) -> std::optional<int64_t> {
    int64_t product = 1;
    for (const Dim& dim : all) {
      if (dim.kind != DimKind::Const) return std::nullopt;
      if (__builtin_mul_overflow(product, dim.value, &product)) return std::nullopt;
    }
    return product;
  };
  auto before = size(from->dims);
  auto after = size(dims);
  if (before && after && *before != *after) {
    error(Rule::Shapes, "reshape changes the number of elements of " + text(n.array));
  }
  gives_one(Shape(from->elem, dims));
}

void ArrayRules::check(const Rearrange& n) {
  const Type* from = storage_.type(n.array);
  if (from->is_acc() || from->is_irregular()) {
    return error(Rule::Types, "rearrange does not work on type " + text(from));
  }
  if (!count(from->rank(), n.order.size(), "dimensions in the order")) return;
  Shape shape(from->elem);
  std::vector<bool> seen(from->rank());
  for (uint32_t dim : n.order) {
    if (dim >= from->rank() || seen[dim]) {
      return error(Rule::Structure, "rearrange needs each dimension once");
    }
    seen[dim] = true;
    shape.dims.push_back(from->dims[dim]);
  }
  gives_one(shape);
}

void ArrayRules::check(const Copy& n) {
  if (is_array(n.array)) gives_one(storage_.type(n.array));
}

void ArrayRules::check(const Coerce& n) {
  if (!is_array(n.array)) return;
  Shape shape(storage_.type(n.array));
  // The numbers may differ where a check before is there to find out, and in what may never run.
  const bool may_not_run = state_.guarded || state_.bodies > 1;
  if (may_not_run && state_.pattern.size() == 1 && is_array(state_.pattern[0])) {
    std::span<const Dim> given = storage_.type(state_.pattern[0])->dims;
    for (size_t i = 0; i < shape.dims.size() && i < given.size(); i++) {
      if (shape.dims[i].kind == DimKind::Const && given[i].kind == DimKind::Const)
        shape.dims[i] = given[i];
    }
  }
  gives_one(shape, 0);
}

void ArrayRules::check(const RowLengths& n) {
  if (is_array(n.array, 2)) gives_one(Shape(Prim::I64, {storage_.type(n.array)->dims[0]}));
}

void ArrayRules::check(const RowLength& n) {
  is_i64(n.indices, "index");
  if (is_array(n.array, n.indices.size() + 1)) gives_one(Prim::I64);
}

void ArrayRules::check(const EqualRowLength& n) {
  if (!is_array(n.array)) return;
  const auto varies = [](const Dim& dim) { return dim.is_varying(); };
  const Type* type = storage_.type(n.array);
  if (std::cmp_less_equal(std::ranges::count_if(type->dims, varies), n.level))
    return error(Rule::Types, word() + ": " + text(n.array) + " must have " +
                                  std::to_string(n.level + 1) +
                                  " or more dimensions that vary, but is of type " + text(type));
  gives_one(Prim::I64);
}

void ArrayRules::check(const EqualStep& n) {
  if (!is_array(n.array)) return;
  const Type* type = storage_.type(n.array);
  fits(Shape(Prim::I64, {type->dims[0]}), type, "numbers", n.array);
  gives_one(Prim::I64);
}

void ArrayRules::check(const JoinRows& n) {
  if (!is_array(n.array, 2) || !binds(1) || !is_array(state_.pattern[0])) return;
  Dim given = storage_.type(state_.pattern[0])->dims[0];
  gives(0, Shape(storage_.type(n.array)).inside(2).within(given));
}

void ArrayRules::check(const SplitRows& n) {
  if (!is_array(n.lengths) || !is_array(n.array)) return;
  const Type* lengths = storage_.type(n.lengths);
  fits(Shape(Prim::I64, {lengths->dims[0]}), lengths, "lengths", n.lengths);
  Shape rows = Shape(storage_.type(n.array)).inside(1).within(Dim::varying());
  gives_one(rows.within(lengths->dims[0]));
}

}  // namespace planish::ir
