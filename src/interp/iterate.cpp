#include "interp/iterate.h"

#include <algorithm>

namespace planish::interp {

// ---- Elements

Elements::Elements(std::span<const Input> inputs, int64_t width, const OpData& op, Machine& m)
    : inputs_(inputs), op_(op), m_(m), cursors_(inputs.size()) {
  for (size_t k = 0; k < inputs.size(); k++) {
    const Input& input = inputs[k];
    if (input.kind == ValueKind::Acc) {
      m.frame.scalars[input.param] = m.frame.scalars[input.from];
      continue;
    }
    Cursor& cursor = cursors_[k];
    cursor.array = m.array(input.from, op);
    if (cursor.array.dim(0) != width)
      m.bug(op, "the array " + m.variable(input.from) + " has another length than the width says");
    cursor.step = cursor.array.stride(0) * static_cast<int64_t>(cursor.array.elem_size());
  }
}

void Elements::load_row(const Input& input, Cursor& cursor, int64_t iteration) {
  Array& param = m_.frame.arrays[input.param];
  std::byte* at = cursor.array.data() + iteration * cursor.step;
  if (cursor.array.rank() == 1) {
    param = cursor.array.box(at);
    return;
  }
  // The iterations before have written to other rows of what this operator consumes.
  if (input.consumed) cursor.array.refresh();
  param.assign_row(cursor.array, at);
}

void Elements::load_chunk(int64_t start, int64_t count) {
  for (size_t k = 0; k < inputs_.size(); k++) {
    if (inputs_[k].kind == ValueKind::Acc) continue;
    Array& array = cursors_[k].array;
    if (inputs_[k].consumed) array.refresh();
    m_.frame.arrays[inputs_[k].param] = range_of(array, start, count, op_, m_);
  }
}

// ---- Results

Results::Results(std::span<const Output> outputs, int64_t width, const OpData& op, Machine& m)
    : outputs_(outputs), op_(op), m_(m), targets_(outputs.size()) {
  for (size_t k = 0; k < outputs.size(); k++) {
    const Output& output = outputs[k];
    if (output.kind == ValueKind::Acc) {
      m.frame.scalars[output.to] = m.frame.scalars[output.initial];
      continue;
    }
    Target& target = targets_[k];
    target.array = make_array_of(output.spec, {&width, 1}, op, m);
    target.step = target.array.stride(0) * static_cast<int64_t>(target.array.elem_size());
    target.elem = output.spec.elem;
  }
}

void Results::store_row(const Output& output, Target& target, int64_t iteration) {
  Array& row = m_.array(output.element.slot, op_);
  put_copy(target.array, 1, target.array.data() + iteration * target.step, row, op_, m_);
  if (output.element.transfer == Transfer::TakeArray) row.reset();
}

void Results::store_chunk(int64_t start, int64_t count, uint64_t* s) {
  const SliceRange range{false, start, count, 1};
  for (size_t k = 0; k < outputs_.size(); k++) {
    const Output& output = outputs_[k];
    if (output.kind == ValueKind::Acc)
      s[output.to] = s[output.element.slot];
    else
      write_array(targets_[k].array, {&range, 1}, m_.array(output.element.slot, op_), op_, m_);
  }
}

void Results::finish() {
  for (size_t k = 0; k < outputs_.size(); k++) {
    if (outputs_[k].kind != ValueKind::Acc)
      m_.frame.arrays[outputs_[k].to] = std::move(targets_[k].array);
  }
}

// ---- RowResults

RowResults::RowResults(std::span<const RowGroup> groups, const OpData& op, Machine& m)
    : groups_(groups), op_(op), m_(m), growing_(groups.size()) {
  for (size_t g = 0; g < groups.size(); g++) {
    const int64_t none = 0;
    for (const Output& row : groups[g].rows)
      growing_[g].arrays.push_back(make_array_of(row.spec, {&none, 1}, op, m));
  }
}

void RowResults::grow(const RowGroup& group, Growing& growing, int64_t needed) {
  growing.capacity = std::max(2 * growing.capacity, needed);
  const SliceRange used{false, 0, growing.count, 1};
  for (size_t k = 0; k < growing.arrays.size(); k++) {
    Array larger = make_array_of(group.rows[k].spec, {&growing.capacity, 1}, op_, m_);
    write_array(larger, {&used, 1}, range_of(growing.arrays[k], 0, growing.count, op_, m_), op_,
                m_);
    growing.arrays[k] = std::move(larger);
  }
}

void RowResults::append() {
  for (size_t g = 0; g < groups_.size(); g++) {
    const RowGroup& group = groups_[g];
    Growing& growing = growing_[g];
    const int64_t length = m_.size(group.length, op_);
    const int64_t needed = growing.count + length;
    for (const Output& row : group.rows) {
      if (m_.array(row.element.slot, op_).dim(0) != length)
        m_.bug(op_,
               "the row " + m_.variable(row.element.slot) + " has another length than is said");
    }
    if (needed > growing.capacity && !group.rows.empty()) grow(group, growing, needed);
    const SliceRange range{false, growing.count, length, 1};
    for (size_t k = 0; k < group.rows.size(); k++) {
      const Source& from = group.rows[k].element;
      Array& row = m_.array(from.slot, op_);
      write_array(growing.arrays[k], {&range, 1}, row, op_, m_);
      if (from.transfer == Transfer::TakeArray) row.reset();
    }
    growing.count = needed;
  }
}

void RowResults::finish(uint64_t* s) {
  for (size_t g = 0; g < groups_.size(); g++) {
    const Growing& growing = growing_[g];
    s[groups_[g].total] = static_cast<uint64_t>(growing.count);
    for (size_t k = 0; k < growing.arrays.size(); k++)
      m_.frame.arrays[groups_[g].rows[k].to] =
          copy_of(m_.heap, range_of(growing.arrays[k], 0, growing.count, op_, m_));
  }
}

Array gathered(const Array& from, std::span<const int64_t> numbers, const OpData& op, Machine& m) {
  Scratch<int64_t, 8> dims(from.rank());
  std::ranges::copy(from.dims(), dims.begin());
  dims[0] = static_cast<int64_t>(numbers.size());
  Array to = from.boxed() ? Array::make_boxes(m.heap, from.elem(), dims)
                          : Array::make(m.heap, from.elem(), dims);
  const auto size = static_cast<int64_t>(from.elem_size());
  const bool is_scalar = from.rank() == 1 && !from.boxed();
  for (size_t k = 0; k < numbers.size(); k++) {
    std::byte* at = to.data() + static_cast<int64_t>(k) * to.stride(0) * size;
    if (is_scalar)
      std::copy_n(from.data() + numbers[k] * from.stride(0) * size, size, at);
    else
      put_copy(to, 1, at, from.row(numbers[k]), op, m);
  }
  return to;
}

// ---- Combining

void set_neutral(const Combine& combine, std::span<const Move> neutral, const OpData& op,
                 Machine& m) {
  for (const Move& move : neutral) {
    if (move.from.transfer != Transfer::Scalar && combine.consumes_left)
      m.frame.arrays[move.to] = copy_of(m.heap, m.array(move.from.slot, op));
    else
      m.transfer(move.from, move.to, op);
  }
}

void bind_combined(std::span<const Move> results, const OpData& op, Machine& m) {
  for (const Move& move : results) {
    if (move.from.transfer == Transfer::Scalar) {
      m.transfer(move.from, move.to, op);
    } else {
      // It may be a neutral value, or a row of an operand.
      Array& combined = m.array(move.from.slot, op);
      m.frame.arrays[move.to] = copy_of(m.heap, combined);
      combined.reset();
    }
  }
}

// ---- Targets

Targets::Targets(std::span<const Move> dests, std::span<const Slot> shape, const OpData& op,
                 Machine& m)
    : dests_(dests), op_(op), m_(m), shape_(shape.size()), arrays_(dests.size()) {
  int64_t points = 1;
  for (size_t k = 0; k < shape.size(); k++) {
    shape_[k] = m.size_inside(points, shape[k], op);
    points = std::min<int64_t>(points, shape_[k]);  // are there any?
  }
  for (size_t k = 0; k < dests.size(); k++) {
    arrays_[k] = std::move(m.array(dests[k].from.slot, op));
    arrays_[k].begin_write();
    if (arrays_[k].rank() < shape.size()) m.bug(op, "more indices than fixed dimensions");
    for (uint32_t i = 0; i < shape.size(); i++) {
      if (arrays_[k].dim(i) != shape_[i])
        m.bug(op,
              "the array " + m.variable(dests[k].from.slot) + " has another shape than is said");
    }
  }
}

bool Targets::inside(std::span<const int64_t> position) {
  for (size_t k = 0; k < position.size(); k++) {
    if (static_cast<uint64_t>(position[k]) >= static_cast<uint64_t>(shape_[k])) return false;
  }
  return true;
}

std::byte* Targets::place(const Array& array, std::span<const int64_t> position) const {
  int64_t offset = 0;
  for (uint32_t k = 0; k < position.size(); k++) offset += position[k] * array.stride(k);
  return array.data() + offset * static_cast<int64_t>(array.elem_size());
}

void Targets::replace(std::span<const int64_t> position, std::span<const Slot> values) {
  if (!inside(position)) return;
  const auto used = static_cast<uint32_t>(position.size());
  for (size_t k = 0; k < arrays_.size(); k++) {
    const Array& array = arrays_[k];
    std::byte* at = place(array, position);
    if (array.rank() == used && !array.boxed())
      store_bits(array.elem(), at, m_.frame.scalars[values[k]]);
    else
      put_copy(array, used, at, m_.array(values[k], op_), op_, m_);
  }
}

void Targets::combine(std::span<const int64_t> position, const Combine& combine) {
  if (!inside(position)) return;
  const auto used = static_cast<uint32_t>(position.size());
  for (size_t k = 0; k < arrays_.size(); k++) {
    Array& array = arrays_[k];
    const Source& left = combine.left[k];
    // The operator may write to the element itself.
    array.refresh();
    if (left.transfer == Transfer::Scalar)
      m_.frame.scalars[left.slot] = load_bits(array.elem(), place(array, position));
    else
      m_.frame.arrays[left.slot] = part_at(array, position, op_, m_);
  }
  run(combine.code, m_);
  for (size_t k = 0; k < arrays_.size(); k++) {
    const Array& array = arrays_[k];
    const Source& left = combine.left[k];
    if (left.transfer == Transfer::Scalar) {
      store_bits(array.elem(), place(array, position), m_.frame.scalars[left.slot]);
    } else {
      Array& combined = m_.array(left.slot, op_);
      put_copy(array, used, place(array, position), combined, op_, m_);
      combined.reset();
    }
  }
}

void Targets::finish() {
  for (size_t k = 0; k < arrays_.size(); k++) {
    arrays_[k].begin_write();
    m_.frame.arrays[dests_[k].to] = std::move(arrays_[k]);
  }
}

}  // namespace planish::interp
