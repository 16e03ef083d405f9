// Handlers of the parallel operators of FLAT: level by level, point after point.
#include <algorithm>

#include "interp/iterate.h"

namespace planish::interp {
namespace {

// An iteration space. The iterations of a level are numbered through all iterations of the levels
// before: the offsets of an irregular level are looked up by these numbers.
class IterationSpace {
 public:
  IterationSpace(std::span<const LevelSpec> levels, const OpData& op, Machine& m)
      : levels_(levels), op_(op), m_(m), totals_(levels.size()) {
    int64_t outer = 1;
    for (size_t k = 0; k < levels.size(); k++) {
      int64_t total = 0;
      if (!levels[k].irregular) {
        total = m.heap.element_count({{outer, m.size_inside(outer, levels[k].bound, op)}});
      } else {
        const Array& offsets = m.array(levels[k].offsets, op);
        if (offsets.dim(0) != outer + 1)
          m.bug(op, "offsets of another number than the level before has iterations");
        for (int64_t i = 0; i < outer; i++) total += length(k, i);
        if (total != m.size(levels[k].bound, op))
          m.bug(op, "an irregular level with another number of iterations than its bound says");
      }
      totals_[k] = outer = total;
    }
  }

  size_t depth() const { return levels_.size(); }
  // How many iterations a level has, in all iterations of those before.
  int64_t total(size_t level) const { return totals_[level]; }
  // In the n-th iteration of the level before.
  int64_t length(size_t level, int64_t n) const {
    const LevelSpec& spec = levels_[level];
    if (!spec.irregular) return m_.size(spec.bound, op_);
    const Array& offsets = m_.array(spec.offsets, op_);
    const auto at = [&](int64_t i) {
      return static_cast<int64_t>(
          load_bits(Prim::I64, offsets.data() + i * offsets.stride(0) * byte_size(Prim::I64)));
    };
    const int64_t length = at(n + 1) - at(n);
    if (length < 0) m_.bug(op_, "offsets that fall");
    return length;
  }
  // Of an array over the first levels: all up to the last irregular one are one dimension.
  std::vector<int64_t> dims(size_t depth) const {
    std::vector<int64_t> dims;
    for (size_t k = 0; k < depth; k++) {
      if (levels_[k].irregular) dims.clear();
      dims.push_back(m_.size_inside(k == 0 ? 1 : totals_[k - 1], levels_[k].bound, op_));
    }
    return dims;
  }

  // Calls f(number of the segment, number of its first point, how many points) for each segment of
  // the innermost level, with the indices of the other levels set.
  template <class F>
  void for_each_segment(F f) {
    std::vector<int64_t> next(levels_.size());
    walk(0, 0, next, f);
  }
  void set_innermost(int64_t index) {
    m_.frame.scalars[levels_.back().index] = static_cast<uint64_t>(index);
  }

 private:
  template <class F>
  void walk(size_t level, int64_t outer, std::vector<int64_t>& next, F& f) {
    const int64_t count = length(level, outer);
    if (level + 1 == levels_.size()) {
      f(outer, next[level], count);
      next[level] += count;
      return;
    }
    for (int64_t i = 0; i < count; i++) {
      m_.frame.scalars[levels_[level].index] = static_cast<uint64_t>(i);
      walk(level + 1, next[level]++, next, f);
    }
  }

  std::span<const LevelSpec> levels_;
  const OpData& op_;
  Machine& m_;
  std::vector<int64_t> totals_;
};

// Binds arrays that have been made with one dimension for the first levels.
void bind_over(const IterationSpace& space, size_t depth, Results& results,
               std::span<const Output> outputs, Machine& m) {
  results.finish();
  const std::vector<int64_t> outer = space.dims(depth);
  if (outer.size() == 1) return;
  for (const Output& output : outputs) {
    if (output.kind == ValueKind::Acc) continue;
    Array& array = m.frame.arrays[output.to];
    std::vector<int64_t> dims = outer;
    dims.insert(dims.end(), array.dims().begin() + 1, array.dims().end());
    array = array.reshaped(dims);
  }
}

}  // namespace

void seg_map(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs, space.total(depth - 1), op, m);
  space.for_each_segment([&](int64_t, int64_t first, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      results.store(first + k, s);
    }
  });
  bind_over(space, depth, results, op.outputs, m);
}

void seg_red(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs, space.total(depth - 1), op, m);
  Results totals(op.totals, depth == 1 ? 1 : space.total(depth - 2), op, m);
  space.for_each_segment([&](int64_t segment, int64_t first, int64_t count) {
    set_neutral(op.combine, op.neutral, op, m);
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      results.store(first + k, s);
      run(op.combine.code, m);
    }
    totals.store(segment, s);
  });
  if (depth == 1)
    bind_combined(op.results, op, m);
  else
    bind_over(space, depth - 1, totals, op.totals, m);
  bind_over(space, depth, results, op.outputs, m);
}

void seg_scan(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs, space.total(depth - 1), op, m);
  Results totals(op.totals, space.total(depth - 1), op, m);
  space.for_each_segment([&](int64_t, int64_t first, int64_t count) {
    set_neutral(op.combine, op.neutral, op, m);
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      results.store(first + k, s);
      run(op.combine.code, m);
      run(op.post, m);
      totals.store(first + k, s);
    }
  });
  bind_over(space, depth, totals, op.totals, m);
  bind_over(space, depth, results, op.outputs, m);
}

void seg_update(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  Targets targets(op.dests, op.shape, op, m);
  const std::span<const Source> indices = std::span(op.body.results).first(op.shape.size());
  const std::span<const Source> values = std::span(op.body.results).subspan(op.shape.size());
  Scratch<int64_t, 4> position(indices.size());
  Scratch<Slot> slots(values.size());
  for (size_t k = 0; k < values.size(); k++) slots[k] = values[k].slot;
  space.for_each_segment([&](int64_t, int64_t, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      for (size_t n = 0; n < indices.size(); n++)
        position[n] = static_cast<int64_t>(s[indices[n].slot]);
      if (!op.combines) {
        targets.replace(position, slots);
        continue;
      }
      for (size_t n = 0; n < values.size(); n++)
        m.transfer(values[n], op.combine.right[n].slot, op);
      targets.combine(position, op.combine);
    }
  });
  targets.finish();
}

void seg_filter(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs, space.total(depth - 1), op, m);
  Results counts(op.totals, depth == 1 ? 1 : space.total(depth - 2), op, m);
  int64_t kept = 0;
  space.for_each_segment([&](int64_t segment, int64_t, int64_t count) {
    const int64_t before = kept;
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      if (s[op.body.results[0].slot] != 0) results.store(kept++, s);
    }
    s[op.segment_count] = static_cast<uint64_t>(kept - before);
    counts.store(segment, s);
  });
  s[i.a] = static_cast<uint64_t>(kept);
  if (depth > 1) bind_over(space, depth - 1, counts, op.totals, m);
  results.finish();
  for (const Output& output : op.outputs) {
    Array& array = m.frame.arrays[output.to];
    array = copy_of(m.heap, range_of(array, 0, kept, op, m));
  }
}

void seg_partition(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const int64_t class_count = m.size(i.b, op);
  Results results(op.outputs, space.total(space.depth() - 1), op, m);
  std::vector<std::vector<int64_t>> classes(static_cast<size_t>(class_count));  // points kept
  int64_t kept = 0;
  space.for_each_segment([&](int64_t, int64_t, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      const uint64_t at = s[op.body.results[0].slot];
      if (at >= classes.size()) continue;
      results.store(kept, s);
      classes[at].push_back(kept++);
    }
  });
  s[i.a] = static_cast<uint64_t>(kept);
  Array counts = Array::make(m.heap, Prim::I64, {&class_count, 1});
  std::vector<int64_t> order;
  for (size_t k = 0; k < classes.size(); k++) {
    store_bits(Prim::I64, counts.data() + k * byte_size(Prim::I64), classes[k].size());
    order.insert(order.end(), classes[k].begin(), classes[k].end());
  }
  m.frame.arrays[i.c] = std::move(counts);
  results.finish();
  for (const Output& output : op.outputs) {
    Array& array = m.frame.arrays[output.to];
    array = gathered(array, order, op, m);
  }
}

void seg_flat_map(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  RowResults rows(op.rows.groups, op, m);
  Results lengths(op.rows.lengths, space.total(depth - 1), op, m);
  Results results(op.rows.elements, space.total(depth - 1), op, m);
  space.for_each_segment([&](int64_t, int64_t first, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      lengths.store(first + k, s);
      rows.append();
      results.store(first + k, s);
    }
  });
  rows.finish(s);
  bind_over(space, depth, lengths, op.rows.lengths, m);
  bind_over(space, depth, results, op.rows.elements, m);
}

}  // namespace planish::interp
