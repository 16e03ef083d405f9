#include "interp/compile/core_ops.h"

#include <algorithm>

namespace planish::interp {

void CoreOps::operation(const ir::Map& op) {
  auto* data = make<MapData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = bodies_.lambda(*op.fn, {}, op.arrays, params);
  results_in_form(data->body.results, op.fn->body->results, 0, 1, data->body);
  data->inputs = inputs(op.arrays, op.fn->params, params);
  data->outputs = outputs(data->body.results, 0, {op.fn->body, op.fn->params, op.arrays});
  emit(map, 0, width, 0, 0, data);
}

template <class T>
ReduceData* CoreOps::reduction(const T& op) {
  auto* data = make<ReduceData>();
  const size_t count = op.neutral.size();
  data->combine = combine(*op.op, count);
  data->neutral = moves(op.neutral, data->combine.left);
  std::vector<Slot> right = slots_of(data->combine.right);
  if (op.map == nullptr) {
    // What is not combined goes to the function that is applied afterwards: scalars.
    std::vector<ir::Param> params(op.op->params.begin() + static_cast<ptrdiff_t>(count),
                                  op.op->params.end());
    params.resize(op.arrays.size());
    for (size_t i = count; i < op.arrays.size(); i++) {
      right.push_back(new_slot(ValueKind::Scalar));
      data->map.results.push_back({right.back(), Transfer::Scalar});
    }
    data->inputs = inputs(op.arrays, params, right);
  } else {
    std::vector<Slot> params;
    data->map = bodies_.lambda(*op.map, right, op.arrays, params);
    data->inputs = inputs(op.arrays, op.map->params, params);
  }
  return data;
}

void CoreOps::operation(const ir::Reduce& op) {
  const Slot width = scalar(op.width);
  ReduceData* data = reduction(op);
  const size_t count = op.neutral.size();
  pattern(std::max<size_t>(count, 1) - 1);
  data->results = moves(data->combine.left, state_.stm->pattern.first(count));
  if (op.map != nullptr) {
    results_in_form(data->map.results, op.map->body->results.subspan(count), count, 1, data->map);
    data->outputs = outputs(data->map.results, count, {op.map->body, op.map->params, op.arrays});
  }
  emit(reduce, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::Scan& op) {
  const Slot width = scalar(op.width);
  ReduceData* data = reduction(op);
  if (op.post == nullptr) {
    data->totals = outputs(data->combine.left, 0, {});
  } else {
    data->post = post(*op.post, data->combine, data->map.results);
    results_in_form(data->post.results, op.post->body->results, 0, 1, data->post);
    data->totals = outputs(data->post.results, 0, {op.post->body, {}, {}});
  }
  if (op.map != nullptr) {
    results_in_form(data->map.results, op.map->body->results.subspan(op.taken()), op.made(), 1,
                    data->map);
    const size_t leading = op.made() - op.taken();
    data->outputs =
        outputs(data->map.results, op.made(), {op.map->body, op.map->params, op.arrays, leading});
  }
  emit(scan, 0, width, 0, 0, data);
}

template <class T>
void CoreOps::written(const T& op, ScatterData& data) {
  for (size_t i = 0; i < op.shape.size(); i++) data.indices.push_back(new_slot(ValueKind::Scalar));
  std::vector<Slot> to = data.indices;
  to.insert(to.end(), data.values.begin(), data.values.end());
  if (op.map != nullptr) {
    std::vector<Slot> params;
    data.map = bodies_.lambda(*op.map, to, op.arrays, params);
    data.inputs = inputs(op.arrays, op.map->params, params);
  } else {
    // Nothing is consumed.
    data.inputs = inputs(op.arrays, std::vector<ir::Param>(op.arrays.size()), to);
  }
}

void CoreOps::operation(const ir::Hist& op) {
  auto* data = make<ScatterData>();
  const Slot width = scalar(op.width);
  data->shape = scalars(op.shape);
  data->combine = combine(*op.op, op.dests.size());
  data->values = slots_of(data->combine.right);
  written(op, *data);
  data->dests = dests(op.dests);
  emit(hist, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::Scatter& op) {
  auto* data = make<ScatterData>();
  const Slot width = scalar(op.width);
  data->shape = scalars(op.shape);
  for (ir::Var dest : op.dests) {
    const bool is_scalar = type(dest).rank() == op.shape.size();
    data->values.push_back(new_slot(is_scalar ? ValueKind::Scalar : ValueKind::Array, dest));
  }
  written(op, *data);
  data->dests = dests(op.dests);
  emit(scatter, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::Filter& op) {
  auto* data = make<FilterData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->keep = new_slot(ValueKind::Scalar);
  data->predicate = bodies_.lambda(*op.predicate, {&data->keep, 1}, op.arrays, params);
  data->inputs = inputs(op.arrays, op.predicate->params, params);
  const Slot count = result(0);
  if (op.predicate->body->results.size() == 1) {
    for (size_t i = 0; i < op.arrays.size(); i++) data->elements.push_back(result(i + 1));
  } else {
    results_in_form(data->predicate.results, op.predicate->body->results.subspan(1), 1, 1,
                    data->predicate);
    data->outputs =
        outputs(data->predicate.results, 1, {op.predicate->body, op.predicate->params, op.arrays});
  }
  emit(filter, count, width, 0, 0, data);
}

void CoreOps::operation(const ir::FlatMap& op) {
  auto* data = make<FlatMapData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = bodies_.lambda(*op.fn, {}, op.arrays, params);
  data->inputs = inputs(op.arrays, op.fn->params, params);
  data->rows = row_outputs(data->body, op.groups,
                           {op.fn->body, op.fn->params, op.arrays, op.groups.size()}, 1);
  emit(flat_map, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::StreamMap& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = bodies_.lambda(*op.fn, {}, op.arrays, params);
  results_in_form(data->body.results, op.fn->body->results, 0, 0, data->body);
  data->chunk_size = params.at(0);
  data->inputs = inputs(op.arrays, op.fn->params.subspan(1), std::span(params).subspan(1));
  data->outputs = outputs(data->body.results, 0, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::StreamSeq& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  const size_t count = op.init.size();
  open_body();
  std::vector<Slot> params;
  for (const ir::Param& param : op.fn->params) params.push_back(bind(param.var));
  std::vector<Source> carried;
  for (size_t i = 0; i < count; i++) {
    const bool is_array = kind(op.init[i]) == ValueKind::Array;
    carried.push_back({params.at(i + 1), is_array ? Transfer::CopyArray : Transfer::Scalar});
  }
  data->body = bodies_.statements(*op.fn->body, slots_of(carried));
  close_body();
  data->chunk_size = params.at(0);
  data->carried = moves(op.init, carried);
  data->inputs =
      inputs(op.arrays, op.fn->params.subspan(count + 1), std::span(params).subspan(count + 1));
  pattern(std::max<size_t>(count, 1) - 1);
  data->results = moves(carried, state_.stm->pattern.first(count));
  data->outputs = outputs(data->body.results, count, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::StreamRed& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  const size_t count = op.neutral.size();
  data->combine = combine(*op.op, count);
  data->combines = true;
  std::vector<Slot> params;
  data->body = bodies_.lambda(*op.fn, slots_of(data->combine.right), op.arrays, params);
  results_in_form(data->body.results, op.fn->body->results.subspan(count), count, 0, data->body);
  data->chunk_size = params.at(0);
  data->carried = moves(op.neutral, data->combine.left);
  for (size_t i = 0; i < count; i++) {
    data->start.push_back({source(op.neutral[i]), params.at(i + 1)});
    data->consumes_start |= op.fn->params[i + 1].unique;
  }
  data->inputs =
      inputs(op.arrays, op.fn->params.subspan(count + 1), std::span(params).subspan(count + 1));
  pattern(std::max<size_t>(count, 1) - 1);
  data->results = moves(data->combine.left, state_.stm->pattern.first(count));
  data->outputs = outputs(data->body.results, count, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

void CoreOps::operation(const ir::WithAcc& op) {
  auto* data = make<WithAccData>();
  data->shape = scalars(op.shape);
  data->combines = op.op != nullptr;
  if (op.op != nullptr) data->combine = combine(*op.op, op.arrays.size());
  data->arrays = dests(op.arrays);
  std::vector<Slot> to{new_slot(ValueKind::Acc)};
  for (size_t i = op.arrays.size(); i < state_.stm->pattern.size(); i++) to.push_back(result(i));
  std::vector<Slot> params;
  data->body = bodies_.lambda(*op.fn, to, {}, params);
  data->acc = params.at(0);
  emit(with_acc, 0, 0, 0, 0, data);
}

void CoreOps::operation(const ir::UpdateAcc& op) {
  auto* data = make<UpdateAccData>();
  data->indices = scalars(op.indices);
  data->values = scalars(op.values);
  const Slot acc = use(op.acc);
  emit(update_acc, result(), acc, 0, 0, data);
}

}  // namespace planish::interp
