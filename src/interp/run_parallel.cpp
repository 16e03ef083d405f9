// Handlers of the parallel operators of CORE. Everything is done in order.
#include <algorithm>

#include "interp/iterate.h"

namespace planish::interp {
void map(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<MapData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Results results(op.outputs, width, op, m);
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.body, m);
    results.store(k, s);
  }
  results.finish();
}

void reduce(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ReduceData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Results results(op.outputs, width, op, m);
  set_neutral(op.combine, op.neutral, op, m);
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.map, m);
    results.store(k, s);
    run(op.combine.code, m);
  }
  bind_combined(op.results, op, m);
  results.finish();
}

void scan(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ReduceData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Results totals(op.totals, width, op, m);
  Results results(op.outputs, width, op, m);
  set_neutral(op.combine, op.neutral, op, m);
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.map, m);
    results.store(k, s);
    run(op.combine.code, m);
    run(op.post, m);
    totals.store(k, s);
  }
  totals.finish();
  results.finish();
}

namespace {

using Position = Scratch<int64_t, 4>;

void read_position(std::span<const Slot> indices, const uint64_t* s, Position& position) {
  for (size_t k = 0; k < indices.size(); k++) position[k] = static_cast<int64_t>(s[indices[k]]);
}

// Calls write(targets, position) for each iteration, with its values in their slots.
template <class Write>
void write_each(uint64_t* s, const Instr& i, const ScatterData& op, Machine& m, Write write) {
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Targets targets(op.dests, op.shape, op, m);
  Position position(op.indices.size());
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.map, m);
    read_position(op.indices, s, position);
    write(targets, position);
  }
  targets.finish();
}

}  // namespace

void scatter(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ScatterData>(i, m);
  write_each(s, i, op, m, [&](Targets& targets, Position& at) { targets.replace(at, op.values); });
}

void hist(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ScatterData>(i, m);
  write_each(s, i, op, m, [&](Targets& targets, Position& at) { targets.combine(at, op.combine); });
}

void filter(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<FilterData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Results results(op.outputs, width, op, m);
  std::vector<int64_t> kept;
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.predicate, m);
    if (s[op.keep] == 0) continue;
    results.store(static_cast<int64_t>(kept.size()), s);
    kept.push_back(k);
  }
  const auto count = static_cast<int64_t>(kept.size());
  s[i.a] = kept.size();
  for (size_t n = 0; n < op.elements.size(); n++)
    m.frame.arrays[op.elements[n]] = gathered(m.array(op.inputs[n].from, op), kept, op, m);
  results.finish();
  for (const Output& output : op.outputs) {
    Array& array = m.frame.arrays[output.to];
    array = copy_of(m.heap, range_of(array, 0, count, op, m));
  }
}

void flat_map(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<FlatMapData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  RowResults rows(op.rows.groups, op, m);
  Results lengths(op.rows.lengths, width, op, m);
  Results results(op.rows.elements, width, op, m);
  for (int64_t k = 0; k < width; k++) {
    m.poll();
    elements.load(k, s);
    run(op.body, m);
    lengths.store(k, s);
    rows.append();
    results.store(k, s);
  }
  rows.finish(s);
  lengths.finish();
  results.finish();
}

// ---- Streams

void stream(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<StreamData>(i, m);
  const int64_t width = m.size(i.b, op);
  Elements elements(op.inputs, width, op, m);
  Results results(op.outputs, width, op, m);
  if (op.combines) {
    set_neutral(op.combine, op.carried, op, m);
  } else {
    for (const Move& move : op.carried) m.transfer(move.from, move.to, op);
  }
  for (int64_t start = 0; start < width; start += m.chunk) {
    m.poll();
    const int64_t count = std::min(m.chunk, width - start);
    s[op.chunk_size] = static_cast<uint64_t>(count);
    for (const Move& move : op.start) {
      m.transfer(move.from, move.to, op);
      if (op.consumes_start && move.from.transfer != Transfer::Scalar)
        m.frame.arrays[move.to] = copy_of(m.heap, m.array(move.to, op));
    }
    elements.load_chunk(start, count);
    run(op.body, m);
    results.store_chunk(start, count, s);
    if (op.combines) run(op.combine.code, m);
  }
  bind_combined(op.results, op, m);
  results.finish();
}

// ---- Accumulators

namespace {

// What the slot of an accumulator points to, as long as its with_acc runs.
struct AccState {
  Frame frame;  // of the function in which the operator is to run
  Targets targets;
  const Combine* combine;  // null: updates replace
};

}  // namespace

void with_acc(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<WithAccData>(i, m);
  AccState state{m.frame, Targets(op.arrays, op.shape, op, m), op.combines ? &op.combine : nullptr};
  s[op.acc] = reinterpret_cast<uint64_t>(&state);
  run(op.body, m);
  state.targets.finish();
}

void update_acc(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<UpdateAccData>(i, m);
  auto& state = *reinterpret_cast<AccState*>(s[i.b]);
  Position position(op.indices.size());
  for (size_t k = 0; k < position.size(); k++) position[k] = static_cast<int64_t>(s[op.indices[k]]);
  s[i.a] = s[i.b];
  if (state.combine == nullptr) return state.targets.replace(position, op.values);
  for (size_t k = 0; k < op.values.size(); k++) {
    const Source& right = state.combine->right[k];
    if (right.transfer == Transfer::Scalar)
      state.frame.scalars[right.slot] = s[op.values[k]];
    else
      state.frame.arrays[right.slot] = m.array(op.values[k], op);
  }
  // An update may stand in another function than the operator.
  const Frame current = std::exchange(m.frame, state.frame);
  state.targets.combine(position, *state.combine);
  m.frame = current;
}

}  // namespace planish::interp
