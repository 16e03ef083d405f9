#include "interp/compile/array_ops.h"

#include "ir/build/builder.h"

namespace planish::interp {

void ArrayOps::operation(const ir::ArrayLit& op) {
  auto* data = make<ArrayLitData>();
  data->spec = spec(type(pattern(0)));
  data->kind = type(pattern(0)).rank() == 1 ? ValueKind::Scalar : ValueKind::Array;
  for (const ir::Atom& elem : op.elems) {
    Slot slot = scalar(elem);
    const ir::Type& array = type(pattern(0));
    if (data->kind == ValueKind::Array && !same_form(type(elem.var).dims, array.dims.subspan(1))) {
      const Slot converted = new_slot(ValueKind::Array, elem.var);
      state_.out->push_back(in_form(slot, converted, spec(array, 1)));
      slot = converted;
    }
    data->elems.push_back(slot);
  }
  emit(make_array, result(), 0, 0, 0, data);
}

void ArrayOps::operation(const ir::Index& op) {
  const ir::Type& array_type = type(op.array);
  const Slot array = use(op.array);
  auto* data = make<IndexData>();
  data->indices = scalars(op.indices);
  const Slot to = result();
  const size_t rank = array_type.rank();
  const std::vector<Slot>& at = data->indices;
  if (at.size() < rank) {
    emit(index_row, to, array, 0, 0, data);
    if (!same_form(array_type.dims.subspan(at.size()), type(pattern(0)).dims))
      state_.out->push_back(in_form(to, to, spec(type(pattern(0)))));
    return;
  }
  if (array_type.is_irregular() || rank > 2) return emit(index_element, to, array, 0, 0, data);
  emit(index_handler(array_type.elem, rank), to, array, at[0], rank == 2 ? at[1] : 0, data);
}

std::vector<SliceSpec> ArrayOps::slice_dims(std::span<const ir::SliceDim> dims) {
  std::vector<SliceSpec> specs;
  for (const ir::SliceDim& dim : dims) {
    SliceSpec& made = specs.emplace_back();
    made.is_index = dim.is_index;
    made.start = scalar(dim.start);
    if (dim.is_index) continue;
    made.count = scalar(dim.count);
    made.stride = scalar(dim.stride);
  }
  return specs;
}

void ArrayOps::operation(const ir::Slice& op) {
  auto* data = make<SliceData>();
  const Slot array = use(op.array);
  data->rank = type(op.array).rank();
  data->dims = slice_dims(op.dims);
  const Slot to = result();
  emit(slice, to, array, 0, 0, data);
  if (!same_form(dims_of_slice(op.array, op.dims), type(pattern(0)).dims))
    state_.out->push_back(in_form(to, to, spec(type(pattern(0)))));
}

std::vector<ir::Dim> ArrayOps::dims_of_slice(ir::Var array, std::span<const ir::SliceDim> dims) {
  std::vector<ir::Dim> left;
  const ir::Type& array_type = type(array);
  for (size_t i = 0; i < array_type.rank(); i++) {
    if (i < dims.size() && dims[i].is_index) continue;
    const bool counted = i < dims.size() && !array_type.dims[i].is_varying();
    left.push_back(counted ? ir::Builder::dim(dims[i].count) : array_type.dims[i]);
  }
  return left;
}

void ArrayOps::operation(const ir::Update& op) {
  auto* data = make<SliceData>();
  data->dims = slice_dims(op.dims);
  const bool is_scalar = kind(op.value) != ValueKind::Array;
  Slot value = scalar(op.value);
  const ir::Type& array_type = type(op.array);
  if (!is_scalar) {
    const std::vector<ir::Dim> part = dims_of_slice(op.array, op.dims);
    if (!same_form(type(op.value.var).dims, part)) {
      const Slot converted = new_slot(ValueKind::Array, op.value.var);
      state_.out->push_back(in_form(value, converted, spec(array_type.elem, part)));
      value = converted;
    }
  }
  const Slot array = take(op.array);
  const Slot to = result();
  if (is_scalar && array_type.rank() == 1 && data->dims.size() == 1)
    return emit(update_element, to, array, data->dims[0].start, value, data);
  emit(is_scalar ? update_scalar : update_array, to, array, value, 0, data);
}

void ArrayOps::operation(const ir::FlatSlice& op) {
  auto* data = make<FlatData>();
  const Slot array = use(op.array);
  data->offset = scalar(op.offset);
  for (const ir::FlatDim& dim : op.dims)
    data->dims.push_back({scalar(dim.count), scalar(dim.stride)});
  emit(flat_slice, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::FlatUpdate& op) {
  auto* data = make<FlatData>();
  data->offset = scalar(op.offset);
  for (const ir::FlatDim& dim : op.dims)
    data->dims.push_back({scalar(dim.count), scalar(dim.stride)});
  const Slot value = use(op.value);
  const Slot array = take(op.array);
  emit(flat_update, result(), array, value, 0, data);
}

void ArrayOps::operation(const ir::Iota& op) {
  auto* data = make<IotaData>();
  data->elem = type(pattern(0)).elem;
  const Slot count = scalar(op.count);
  const Slot start = scalar(op.start);
  const Slot step = scalar(op.step);
  emit(iota, result(), count, start, step, data);
}

void ArrayOps::operation(const ir::Replicate& op) {
  auto* data = make<ReplicateData>();
  data->kind = kind(op.value);
  data->spec = spec(type(pattern(0)));
  data->dims = scalars(op.dims);
  const Slot value = scalar(op.value);
  emit(replicate, result(), value, 0, 0, data);
}

void ArrayOps::operation(const ir::Concat& op) {
  auto* data = make<ArraysData>();
  data->arrays = arrays(op.arrays);
  emit(concat, result(), 0, 0, 0, data);
}

void ArrayOps::operation(const ir::Reshape& op) {
  auto* data = make<ReshapeData>();
  data->dims = scalars(op.dims);
  const Slot array = use(op.array);
  emit(reshape, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::Rearrange& op) {
  auto* data = make<RearrangeData>();
  data->order.assign(op.order.begin(), op.order.end());
  const Slot array = use(op.array);
  emit(rearrange, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::Copy& op) {
  const Slot array = use(op.array);
  emit(copy_array, result(), array, 0, 0, make<OpData>());
}

void ArrayOps::operation(const ir::Coerce& op) {
  if (same_form(type(op.array).dims, type(pattern(0)).dims)) {
    const Source array = source(op.array);
    const Slot to = result();
    emit_move(array, to);
    if (!type(pattern(0)).is_irregular() && type(op.array).dims.size() > 1 &&
        !std::ranges::equal(type(op.array).dims, type(pattern(0)).dims)) {
      auto* data = make<CoerceData>();
      data->spec = spec(type(pattern(0)));
      emit(size_of_nothing, to, 0, 0, 0, data);
    }
    return;
  }
  const Slot array = use(op.array);
  const Slot to = result();
  state_.out->push_back(in_form(array, to, spec(type(pattern(0)))));
}

void ArrayOps::operation(const ir::RowLengths& op) {
  const Slot array = use(op.array);
  emit(row_lengths, result(), array, 0, 0, make<OpData>());
}

void ArrayOps::operation(const ir::RowLength& op) {
  auto* data = make<IndexData>();
  data->indices = scalars(op.indices);
  const Slot array = use(op.array);
  emit(row_length, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::EqualRowLength& op) {
  auto* data = make<EqualRowLengthData>();
  data->level = op.level;
  const Slot array = use(op.array);
  emit(equal_row_length, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::EqualStep& op) {
  const Slot array = use(op.array);
  emit(equal_step, result(), array, 0, 0, make<OpData>());
}

void ArrayOps::operation(const ir::JoinRows& op) {
  auto* data = make<CoerceData>();
  data->spec = spec(type(pattern(0)));
  const Slot array = use(op.array);
  emit(join_rows, result(), array, 0, 0, data);
}

void ArrayOps::operation(const ir::SplitRows& op) {
  const Slot lengths = use(op.lengths);
  const Slot array = use(op.array);
  emit(split_rows, result(), lengths, array, 0, make<OpData>());
}

}  // namespace planish::interp
