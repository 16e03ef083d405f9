// Code for scalars, arrays and control.
#include "interp/compiler.h"
#include "ir/builder.h"

namespace planish::interp {

// ---- Scalars

void Compiler::operation(const ir::Same& op) {
  const Source from = source(op.value);
  emit_move(from, result());
}

void Compiler::operation(const ir::Opaque& op) {
  const Source from = source(op.value);
  emit_move(from, result());
}

void Compiler::operation(const ir::Unary& op) {
  const Slot x = scalar(op.x);
  emit(unary_handler(op.op, prim(op.x)), result(), x);
}

void Compiler::operation(const ir::Binary& op) {
  const Slot x = scalar(op.x);
  const Slot y = scalar(op.y);
  emit(binary_handler(op.op, prim(op.x)), result(), x, y);
}

void Compiler::operation(const ir::Ternary& op) {
  const Slot x = scalar(op.x);
  const Slot y = scalar(op.y);
  const Slot z = scalar(op.z);
  emit(ternary_handler(op.op, prim(op.x)), result(), x, y, z);
}

void Compiler::operation(const ir::Convert& op) {
  const Slot x = scalar(op.value);
  emit(convert_handler(prim(op.value), type(pattern(0)).elem), result(), x);
}

void Compiler::operation(const ir::FromBits& op) {
  const Slot x = scalar(op.bits);
  emit(from_bits_handler(type(pattern(0)).elem), result(), x);
}

// ---- Arrays

void Compiler::operation(const ir::ArrayLit& op) {
  auto* data = make<ArrayLitData>();
  data->spec = spec(type(pattern(0)));
  data->kind = type(pattern(0)).rank() == 1 ? ValueKind::Scalar : ValueKind::Array;
  for (const ir::Atom& elem : op.elems) {
    Slot slot = scalar(elem);
    const ir::Type& array = type(pattern(0));
    if (data->kind == ValueKind::Array && !same_form(type(elem.var).dims, array.dims.subspan(1))) {
      const Slot converted = new_slot(ValueKind::Array, elem.var);
      out_->push_back(in_form(slot, converted, spec(array, 1)));
      slot = converted;
    }
    data->elems.push_back(slot);
  }
  emit(make_array, result(), 0, 0, 0, data);
}

void Compiler::operation(const ir::Index& op) {
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
      out_->push_back(in_form(to, to, spec(type(pattern(0)))));
    return;
  }
  if (array_type.is_irregular() || rank > 2) return emit(index_element, to, array, 0, 0, data);
  emit(index_handler(array_type.elem, rank), to, array, at[0], rank == 2 ? at[1] : 0, data);
}

std::vector<SliceSpec> Compiler::slice_dims(std::span<const ir::SliceDim> dims) {
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

void Compiler::operation(const ir::Slice& op) {
  auto* data = make<SliceData>();
  const Slot array = use(op.array);
  data->rank = type(op.array).rank();
  data->dims = slice_dims(op.dims);
  const Slot to = result();
  emit(slice, to, array, 0, 0, data);
  if (!same_form(dims_of_slice(op.array, op.dims), type(pattern(0)).dims))
    out_->push_back(in_form(to, to, spec(type(pattern(0)))));
}

// Those of the part of the array that is left.
std::vector<ir::Dim> Compiler::dims_of_slice(ir::Var array, std::span<const ir::SliceDim> dims) {
  std::vector<ir::Dim> left;
  const ir::Type& array_type = type(array);
  for (size_t i = 0; i < array_type.rank(); i++) {
    if (i < dims.size() && dims[i].is_index) continue;
    const bool counted = i < dims.size() && !array_type.dims[i].is_varying();
    left.push_back(counted ? ir::Builder::dim(dims[i].count) : array_type.dims[i]);
  }
  return left;
}

void Compiler::operation(const ir::Update& op) {
  auto* data = make<SliceData>();
  data->dims = slice_dims(op.dims);
  const bool is_scalar = kind(op.value) != ValueKind::Array;
  Slot value = scalar(op.value);
  const ir::Type& array_type = type(op.array);
  if (!is_scalar) {
    const std::vector<ir::Dim> part = dims_of_slice(op.array, op.dims);
    if (!same_form(type(op.value.var).dims, part)) {
      const Slot converted = new_slot(ValueKind::Array, op.value.var);
      out_->push_back(in_form(value, converted, spec(array_type.elem, part)));
      value = converted;
    }
  }
  const Slot array = take(op.array);
  const Slot to = result();
  if (is_scalar && array_type.rank() == 1 && data->dims.size() == 1)
    return emit(update_element, to, array, data->dims[0].start, value, data);
  emit(is_scalar ? update_scalar : update_array, to, array, value, 0, data);
}

void Compiler::operation(const ir::FlatSlice& op) {
  auto* data = make<FlatData>();
  const Slot array = use(op.array);
  data->offset = scalar(op.offset);
  for (const ir::FlatDim& dim : op.dims)
    data->dims.push_back({scalar(dim.count), scalar(dim.stride)});
  emit(flat_slice, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::FlatUpdate& op) {
  auto* data = make<FlatData>();
  data->offset = scalar(op.offset);
  for (const ir::FlatDim& dim : op.dims)
    data->dims.push_back({scalar(dim.count), scalar(dim.stride)});
  const Slot value = use(op.value);
  const Slot array = take(op.array);
  emit(flat_update, result(), array, value, 0, data);
}

void Compiler::operation(const ir::Iota& op) {
  auto* data = make<IotaData>();
  data->elem = type(pattern(0)).elem;
  const Slot count = scalar(op.count);
  const Slot start = scalar(op.start);
  const Slot step = scalar(op.step);
  emit(iota, result(), count, start, step, data);
}

void Compiler::operation(const ir::Replicate& op) {
  auto* data = make<ReplicateData>();
  data->kind = kind(op.value);
  data->spec = spec(type(pattern(0)));
  data->dims = scalars(op.dims);
  const Slot value = scalar(op.value);
  emit(replicate, result(), value, 0, 0, data);
}

void Compiler::operation(const ir::Concat& op) {
  auto* data = make<ArraysData>();
  data->arrays = arrays(op.arrays);
  emit(concat, result(), 0, 0, 0, data);
}

void Compiler::operation(const ir::Reshape& op) {
  auto* data = make<ReshapeData>();
  data->dims = scalars(op.dims);
  const Slot array = use(op.array);
  emit(reshape, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::Rearrange& op) {
  auto* data = make<RearrangeData>();
  data->order.assign(op.order.begin(), op.order.end());
  const Slot array = use(op.array);
  emit(rearrange, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::Copy& op) {
  const Slot array = use(op.array);
  emit(copy_array, result(), array, 0, 0, make<OpData>());
}

void Compiler::operation(const ir::Coerce& op) {
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
  out_->push_back(in_form(array, to, spec(type(pattern(0)))));
}

// ---- Irregular arrays

void Compiler::operation(const ir::RowLengths& op) {
  const Slot array = use(op.array);
  emit(row_lengths, result(), array, 0, 0, make<OpData>());
}

void Compiler::operation(const ir::RowLength& op) {
  auto* data = make<IndexData>();
  data->indices = scalars(op.indices);
  const Slot array = use(op.array);
  emit(row_length, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::EqualRowLength& op) {
  auto* data = make<EqualRowLengthData>();
  data->level = op.level;
  const Slot array = use(op.array);
  emit(equal_row_length, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::EqualStep& op) {
  const Slot array = use(op.array);
  emit(equal_step, result(), array, 0, 0, make<OpData>());
}

void Compiler::operation(const ir::JoinRows& op) {
  auto* data = make<CoerceData>();
  data->spec = spec(type(pattern(0)));
  const Slot array = use(op.array);
  emit(join_rows, result(), array, 0, 0, data);
}

void Compiler::operation(const ir::SplitRows& op) {
  const Slot lengths = use(op.lengths);
  const Slot array = use(op.array);
  emit(split_rows, result(), lengths, array, 0, make<OpData>());
}

// ---- Control

void Compiler::operation(const ir::If& op) {
  auto* data = make<IfData>();
  const Slot condition = scalar(op.condition);
  std::vector<Slot> to;
  for (size_t i = 0; i < stm_->pattern.size(); i++) to.push_back(result(i));
  data->then_code = body(*op.then_body, to);
  data->else_code = body(*op.else_body, to);
  emit(branch, 0, condition, 0, 0, data);
}

void Compiler::operation(const ir::Match& op) {
  auto* data = make<MatchData>();
  const Slot value = scalar(op.value);
  std::vector<Slot> to;
  for (size_t i = 0; i < stm_->pattern.size(); i++) to.push_back(result(i));
  for (const ir::MatchCase& one : op.cases)
    data->cases.push_back({one.value.bits, body(*one.body, to)});
  data->has_otherwise = op.otherwise != nullptr;
  if (op.otherwise != nullptr) data->otherwise = body(*op.otherwise, to);
  emit(match_value, 0, value, 0, 0, data);
}

// The parameters of a loop and the variables bound to it have the same slots: the ones end where
// the others begin.
void Compiler::operation(const ir::Loop& op) {
  auto* data = make<LoopData>();
  std::vector<Source> initial;
  std::vector<Slot> params;
  for (const ir::LoopParam& param : op.params) {
    initial.push_back(source(param.init));
    params.push_back(new_slot(kind(type(param.param.var)), param.param.var));
  }
  emit_moves(initial, params);
  const Slot bound = op.index ? scalar(op.bound) : 0;
  open_scope();
  for (size_t i = 0; i < params.size(); i++) bind_at(op.params[i].param.var, params[i]);
  const Slot index = op.index ? bind(op.index) : 0;
  if (op.index)
    data->index_prim = type(op.index).elem;
  else
    data->condition = body(*op.condition, {});
  data->body = statements(*op.body, params);
  close_scope();
  for (size_t i = 0; i < params.size(); i++) bind_at(pattern(i), params[i]);
  emit(op.index ? for_loop : while_loop, index, bound, 0, 0, data);
}

void Compiler::operation(const ir::Call& op) {
  auto* data = make<CallData>();
  auto found = functions_.find(op.fn);
  if (found == functions_.end())
    throw BrokenRule{"there is no function " + std::string(storage_.text(op.fn))};
  data->callee = found->second;
  const std::span<const ir::Param> params = data->callee->fn->params;
  if (params.size() != op.args.size())
    throw BrokenRule{"a call has another number of arguments than the function has parameters"};
  // Parameters are bound first, each in the next slot of its kind.
  Slot next_scalar = 0;
  Slot next_array = 0;
  for (size_t i = 0; i < params.size(); i++) {
    const bool is_array = kind(type(params[i].var)) == ValueKind::Array;
    data->args.push_back({source(op.args[i]), is_array ? next_array++ : next_scalar++});
  }
  for (size_t i = 0; i < stm_->pattern.size(); i++) data->pattern.push_back({result(i)});
  calls_.emplace_back(data, fn_);
  emit(data->callee->fn->constant ? use_constant : call, 0, 0, 0, 0, data);
}

void Compiler::operation(const ir::Check& op) {
  auto* data = make<CheckData>();
  for (const ir::MessagePart& part : op.message) {
    CheckData::Part& made = data->message.emplace_back();
    made.text = part.text;
    if (!part.text.empty()) continue;
    made.prim = prim(part.value);
    made.kind = kind(part.value);
    made.slot = scalar(part.value);
  }
  const Slot condition = scalar(op.condition);
  for (ir::Var certificate : stm_->pattern) bind(certificate);
  emit(check, 0, condition, 0, 0, data);
}

void Compiler::operation(const ir::Tuning& op) {
  auto* data = make<TuningData>();
  data->name = op.name;
  const Slot fallback = scalar(op.value);
  emit(tuning, result(), fallback, 0, 0, data);
}

void Compiler::operation(const ir::Trace& op) {
  auto* data = make<TraceData>();
  data->tag = op.tag;
  data->prim = prim(op.value);
  data->kind = kind(op.value);
  const Source from = source(op.value);
  emit(trace, 0, from.slot, 0, 0, data);
  emit_move(from, result());
}

}  // namespace planish::interp
