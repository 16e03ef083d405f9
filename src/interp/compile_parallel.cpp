// Code for parallel operators and accumulators.
#include <algorithm>

#include "interp/compiler.h"
#include "ir/match.h"

namespace planish::interp {

// ---- Parts

std::vector<Input> Compiler::inputs(std::span<const ir::Var> arrays,
                                    std::span<const ir::Param> params,
                                    std::span<const Slot> slots) {
  std::vector<Input> made;
  for (size_t i = 0; i < arrays.size(); i++) {
    const ir::Type& array = type(arrays[i]);
    Input& input = made.emplace_back();
    input.from = use(arrays[i]);
    input.param = slots[i];
    input.elem = array.elem;
    input.consumed = params[i].unique;
    if (array.is_acc())
      input.kind = ValueKind::Acc;
    else
      input.kind = array.rank() == 1 ? ValueKind::Scalar : ValueKind::Array;
  }
  return made;
}

// The results of the statement from `first_result` on, made of these values of each iteration.
std::vector<Output> Compiler::outputs(std::span<const Source> elements, size_t first_result,
                                      const Iterated& iterated) {
  std::vector<Output> made;
  for (size_t i = 0; i < elements.size(); i++) {
    const ir::Var var = pattern(first_result + i);
    Output& output = made.emplace_back();
    output.element = elements[i];
    if (type(var).is_acc()) {
      output.kind = ValueKind::Acc;
      const size_t given = first_result + i - iterated.leading;
      ir::Var from = origin(*iterated.body, iterated.body->results[given].var);
      const size_t first_param = iterated.params.size() - iterated.arrays.size();
      for (size_t k = 0; k < iterated.arrays.size(); k++) {
        if (iterated.params[first_param + k].var == from) from = iterated.arrays[k];
      }
      output.initial = use(from);
    } else {
      output.kind = elements[i].transfer == Transfer::Scalar ? ValueKind::Scalar : ValueKind::Array;
      output.spec = spec(type(var));
    }
    output.to = bind(var);
  }
  return made;
}

Combine Compiler::combine(const ir::Lambda& op, size_t count) {
  if (op.params.size() != 2 * count)
    throw BrokenRule{"an operator has another number of parameters than two for each value"};
  Combine made;
  open_scope();
  std::vector<Slot> left;
  for (size_t i = 0; i < 2 * count; i++) {
    const ir::Param& param = op.params[i];
    const bool is_array = kind(type(param.var)) == ValueKind::Array;
    const Source slot{bind(param.var), is_array ? Transfer::CopyArray : Transfer::Scalar};
    (i < count ? made.left : made.right).push_back(slot);
    if (i < count) {
      left.push_back(slot.slot);
      made.consumes_left |= param.unique && is_array;
    }
  }
  made.code = statements(*op.body, left);
  close_scope();
  return made;
}

std::vector<Move> Compiler::moves(std::span<const ir::Atom> from, std::span<const Source> to) {
  std::vector<Move> made;
  for (size_t i = 0; i < from.size(); i++) made.push_back({source(from[i]), to[i].slot});
  return made;
}

std::vector<Move> Compiler::moves(std::span<const Source> from, std::span<const ir::Var> to) {
  std::vector<Move> made;
  for (size_t i = 0; i < from.size(); i++) made.push_back({from[i], bind(to[i])});
  return made;
}

std::vector<Move> Compiler::dests(std::span<const ir::Var> arrays) {
  std::vector<Move> made;
  for (size_t i = 0; i < arrays.size(); i++) {
    const Source from{take(arrays[i]), Transfer::TakeArray};
    made.push_back({from, result(i)});
  }
  return made;
}

std::vector<Slot> Compiler::slots_of(std::span<const Source> sources) {
  std::vector<Slot> slots;
  for (const Source& source : sources) slots.push_back(source.slot);
  return slots;
}

// ---- Operators

void Compiler::operation(const ir::Map& op) {
  auto* data = make<MapData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = lambda(*op.fn, {}, op.arrays, params);
  results_in_form(data->body.results, op.fn->body->results, 0, 1, data->body);
  data->inputs = inputs(op.arrays, op.fn->params, params);
  data->outputs = outputs(data->body.results, 0, {op.fn->body, op.fn->params, op.arrays});
  emit(map, 0, width, 0, 0, data);
}

template <class T>
ReduceData* Compiler::reduction(const T& op) {
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
    data->map = lambda(*op.map, right, op.arrays, params);
    data->inputs = inputs(op.arrays, op.map->params, params);
  }
  return data;
}

// The function that a scan applies to what is combined and to some of the values after it, which
// are not gathered then.
Code Compiler::post(const ir::Lambda& fn, const Combine& combine, std::vector<Source>& further) {
  open_scope();
  const size_t count = combine.left.size();
  for (size_t i = 0; i < fn.params.size(); i++)
    bind_at(fn.params[i].var, i < count ? combine.left[i].slot : further.at(i - count).slot);
  further.erase(further.begin(),
                further.begin() + static_cast<ptrdiff_t>(fn.params.size() - count));
  Code code = statements(*fn.body, {});
  close_scope();
  return code;
}

void Compiler::operation(const ir::Reduce& op) {
  const Slot width = scalar(op.width);
  ReduceData* data = reduction(op);
  const size_t count = op.neutral.size();
  pattern(std::max<size_t>(count, 1) - 1);
  data->results = moves(data->combine.left, stm_->pattern.first(count));
  if (op.map != nullptr) {
    results_in_form(data->map.results, op.map->body->results.subspan(count), count, 1, data->map);
    data->outputs = outputs(data->map.results, count, {op.map->body, op.map->params, op.arrays});
  }
  emit(reduce, 0, width, 0, 0, data);
}

void Compiler::operation(const ir::Scan& op) {
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

// What a scatter or a hist reads: each iteration leaves a position and values in slots.
template <class T>
void Compiler::written(const T& op, ScatterData& data) {
  for (size_t i = 0; i < op.shape.size(); i++) data.indices.push_back(new_slot(ValueKind::Scalar));
  std::vector<Slot> to = data.indices;
  to.insert(to.end(), data.values.begin(), data.values.end());
  if (op.map != nullptr) {
    std::vector<Slot> params;
    data.map = lambda(*op.map, to, op.arrays, params);
    data.inputs = inputs(op.arrays, op.map->params, params);
  } else {
    // Nothing is consumed.
    data.inputs = inputs(op.arrays, std::vector<ir::Param>(op.arrays.size()), to);
  }
}

void Compiler::operation(const ir::Hist& op) {
  auto* data = make<ScatterData>();
  const Slot width = scalar(op.width);
  data->shape = scalars(op.shape);
  data->combine = combine(*op.op, op.dests.size());
  data->values = slots_of(data->combine.right);
  written(op, *data);
  data->dests = dests(op.dests);
  emit(hist, 0, width, 0, 0, data);
}

void Compiler::operation(const ir::Scatter& op) {
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

void Compiler::operation(const ir::Filter& op) {
  auto* data = make<FilterData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->keep = new_slot(ValueKind::Scalar);
  data->predicate = lambda(*op.predicate, {&data->keep, 1}, op.arrays, params);
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

RowOutputs Compiler::row_outputs(Code& body, std::span<const uint32_t> groups,
                                 const Iterated& iterated, size_t outer) {
  RowOutputs made;
  const std::span<Source> given = body.results;
  const size_t group_count = groups.size();
  for (size_t g = 0; g < group_count; g++) made.groups.push_back({given[g].slot, result(g), {}});
  made.lengths = space_outputs(given.first(group_count), group_count, outer, iterated);
  size_t next = group_count;
  for (size_t g = 0; g < group_count; g++) {
    for (uint32_t row = 0; row < groups[g]; row++, next++) {
      const ir::Type& bound = type(pattern(group_count + next));
      if (!same_form(type(iterated.body->results[next].var).dims, bound.dims))
        throw BrokenRule{"rows that vary in other dimensions than what they become"};
      made.groups[g].rows.push_back(
          {ValueKind::Array, given[next], spec(bound, 0), bind(pattern(group_count + next)), 0});
    }
  }
  results_in_form(given.subspan(next), iterated.body->results.subspan(next), group_count + next,
                  outer, body);
  made.elements = space_outputs(given.subspan(next), group_count + next, outer, iterated);
  return made;
}

void Compiler::operation(const ir::FlatMap& op) {
  auto* data = make<FlatMapData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = lambda(*op.fn, {}, op.arrays, params);
  data->inputs = inputs(op.arrays, op.fn->params, params);
  data->rows = row_outputs(data->body, op.groups,
                           {op.fn->body, op.fn->params, op.arrays, op.groups.size()}, 1);
  emit(flat_map, 0, width, 0, 0, data);
}

// ---- Streams: the parameters are the size of a chunk, what is carried, the chunks

void Compiler::operation(const ir::StreamMap& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  std::vector<Slot> params;
  data->body = lambda(*op.fn, {}, op.arrays, params);
  results_in_form(data->body.results, op.fn->body->results, 0, 0, data->body);
  data->chunk_size = params.at(0);
  data->inputs = inputs(op.arrays, op.fn->params.subspan(1), std::span(params).subspan(1));
  data->outputs = outputs(data->body.results, 0, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

void Compiler::operation(const ir::StreamSeq& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  const size_t count = op.init.size();
  open_scope();
  std::vector<Slot> params;
  for (const ir::Param& param : op.fn->params) params.push_back(bind(param.var));
  std::vector<Source> carried;
  for (size_t i = 0; i < count; i++) {
    const bool is_array = kind(op.init[i]) == ValueKind::Array;
    carried.push_back({params.at(i + 1), is_array ? Transfer::CopyArray : Transfer::Scalar});
  }
  data->body = statements(*op.fn->body, slots_of(carried));
  close_scope();
  data->chunk_size = params.at(0);
  data->carried = moves(op.init, carried);
  data->inputs =
      inputs(op.arrays, op.fn->params.subspan(count + 1), std::span(params).subspan(count + 1));
  pattern(std::max<size_t>(count, 1) - 1);
  data->results = moves(carried, stm_->pattern.first(count));
  data->outputs = outputs(data->body.results, count, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

void Compiler::operation(const ir::StreamRed& op) {
  auto* data = make<StreamData>();
  const Slot width = scalar(op.width);
  const size_t count = op.neutral.size();
  data->combine = combine(*op.op, count);
  data->combines = true;
  std::vector<Slot> params;
  data->body = lambda(*op.fn, slots_of(data->combine.right), op.arrays, params);
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
  data->results = moves(data->combine.left, stm_->pattern.first(count));
  data->outputs = outputs(data->body.results, count, {op.fn->body, op.fn->params, op.arrays});
  emit(stream, 0, width, 0, 0, data);
}

// ---- Accumulators

void Compiler::operation(const ir::WithAcc& op) {
  auto* data = make<WithAccData>();
  data->shape = scalars(op.shape);
  data->combines = op.op != nullptr;
  if (op.op != nullptr) data->combine = combine(*op.op, op.arrays.size());
  data->arrays = dests(op.arrays);
  std::vector<Slot> to{new_slot(ValueKind::Acc)};
  for (size_t i = op.arrays.size(); i < stm_->pattern.size(); i++) to.push_back(result(i));
  std::vector<Slot> params;
  data->body = lambda(*op.fn, to, {}, params);
  data->acc = params.at(0);
  emit(with_acc, 0, 0, 0, 0, data);
}

void Compiler::operation(const ir::UpdateAcc& op) {
  auto* data = make<UpdateAccData>();
  data->indices = scalars(op.indices);
  data->values = scalars(op.values);
  const Slot acc = use(op.acc);
  emit(update_acc, result(), acc, 0, 0, data);
}

ir::Var Compiler::origin(const ir::Body& body, ir::Var acc) const {
  for (size_t i = body.stms.size(); i-- > 0;) {
    const ir::Stm& stm = body.stms[i];
    const auto bound = std::ranges::find(stm.pattern, acc);
    if (bound == stm.pattern.end()) continue;
    acc = origin(stm.op, static_cast<size_t>(bound - stm.pattern.begin()), stm.pattern);
  }
  return acc;
}

ir::Var Compiler::origin(const ir::Op* op, size_t result, std::span<const ir::Var> bound) const {
  // An operation that takes accumulators gives as many, in the same order.
  const auto is_acc = [&](ir::Var var) { return var && type(var).is_acc(); };
  auto number = static_cast<size_t>(std::ranges::count_if(bound.first(result), is_acc));
  const auto among = [&](const auto& operands) -> ir::Var {
    for (const auto& operand : operands) {
      const ir::Var var = ir::Atom(operand).var;
      if (is_acc(var) && number-- == 0) return var;
    }
    throw BrokenRule{"an accumulator that comes from nowhere"};
  };
  return ir::match(
      op, [&](const ir::UpdateAcc& n) { return n.acc; },
      [&](const ir::Same& n) { return n.value.var; },
      [&](const ir::Opaque& n) { return n.value.var; },
      [&](const ir::If& n) { return origin(*n.then_body, n.then_body->results[result].var); },
      [&](const ir::Match& n) {
        return origin(*n.cases[0].body, n.cases[0].body->results[result].var);
      },
      [&](const ir::Loop& n) { return n.params[result].init.var; },
      [&](const ir::Call& n) { return among(n.args); },
      [&](const ir::WithAcc& n) {
        const size_t further = result - n.arrays.size() + 1;
        return origin(*n.fn->body, n.fn->body->results[further].var);
      },
      [&](const auto& n) {
        if constexpr (requires { n.space; }) {
          size_t given = result;
          if constexpr (requires { n.groups; }) given -= n.groups.size();
          return origin(*n.body, n.body->results[given].var);
        } else if constexpr (requires {
                               n.arrays;
                               n.width;
                             })
          return among(n.arrays);
        else
          return among(std::span<const ir::Var>());
      });
}

}  // namespace planish::interp
