// Handlers of the parallel operators of FLAT: level by level, point after point.
#include <algorithm>

#include "interp/iterate.h"

namespace planish::interp {
namespace {

// An iteration space. The iterations of a level are numbered through all iterations of the levels before: the offsets
// of an irregular level are looked up by these numbers.
class IterationSpace {
 public:
  IterationSpace(std::span<const LevelSpec> levels, const OpData& op, Machine& m)
      : levels_(levels), op_(op), m_(m), totals_(levels.size()) {
    int64_t outer = 1;
    for (size_t k = 0; k < levels.size(); k++) {
      int64_t total = 0;
      if (!levels[k].irregular) {
        total = m.heap.element_count({{outer, m.size(levels[k].bound, op)}});
      } else {
        const Array& offsets = m.array(levels[k].offsets, op);
        if (offsets.dim(0) != outer + 1)
          m.bug(op, "offsets of another number than the level before has iterations");
        for (int64_t i = 0; i < outer; i++) total += length(k, i);
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
  bool irregular(size_t level) const { return levels_[level].irregular; }

  // Calls f(number of the segment, number of its first point, how many points) for each segment of the innermost level,
  // with the indices of the other levels set.
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

// Takes arrays over all points of some levels apart.
class Nester {
 public:
  Nester(const IterationSpace& space, size_t depth, const OpData& op, Machine& m)
      : space_(space), depth_(depth), op_(op), m_(m) {}

  Array nest(const Array& flat, const ArraySpec& spec) {
    flat_ = flat;
    next_.assign(depth_, 0);
    point_ = 0;
    Array array = level(0, 0);
    for (size_t k = 1; k < depth_; k++) {
      if (space_.irregular(k) != (spec.dims[k] == ArraySpec::kVarying))
        return in_form(array, spec, 0, op_, m_);
    }
    return array;
  }

 private:
  // The levels from one on, up to the next irregular one, in the n-th iteration of the level before.
  Array level(size_t first, int64_t n) {
    std::vector<int64_t> dims{space_.length(first, n)};
    size_t end = first + 1;
    for (; end < depth_ && !space_.irregular(end); end++) dims.push_back(space_.length(end, 0));
    const int64_t count = m_.heap.element_count(dims);
    if (end == depth_) {
      const Array part = range_of(flat_, point_, count, op_, m_);
      point_ += count;
      dims.insert(dims.end(), part.dims().begin() + 1, part.dims().end());
      const Array shaped = part.reshaped(dims);
      // A box has a buffer of its own.
      return first == 0 ? shaped : copy_of(m_.heap, shaped);
    }
    Array boxes = Array::make_boxes(m_.heap, flat_.elem(), dims);
    for (int64_t i = 0; i < count; i++)
      boxes.box(boxes.data() + i * static_cast<int64_t>(sizeof(Array))) =
          level(end, next_[end - 1]++);
    return boxes;
  }

  const IterationSpace& space_;
  size_t depth_;
  const OpData& op_;
  Machine& m_;
  Array flat_;
  std::vector<int64_t> next_;  // by level: the number of the next iteration
  int64_t point_ = 0;
};

void bind_nested(Results& results, const NestedOutputs& outputs, const IterationSpace& space,
                 size_t depth, const OpData& op, Machine& m) {
  results.finish();
  for (size_t k = 0; k < outputs.flat.size(); k++) {
    if (outputs.flat[k].kind == ValueKind::Acc) continue;
    Array& array = m.frame.arrays[outputs.flat[k].to];
    array = Nester(space, depth, op, m).nest(array, outputs.nested[k]);
  }
}

}  // namespace

void seg_map(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs.flat, space.total(depth - 1), op, m);
  space.for_each_segment([&](int64_t, int64_t first, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      results.store(first + k, s);
    }
  });
  bind_nested(results, op.outputs, space, depth, op, m);
}

void seg_red(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs.flat, space.total(depth - 1), op, m);
  Results totals(op.totals.flat, depth == 1 ? 1 : space.total(depth - 2), op, m);
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
    bind_nested(totals, op.totals, space, depth - 1, op, m);
  bind_nested(results, op.outputs, space, depth, op, m);
}

void seg_scan(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SegData>(i, m);
  IterationSpace space(op.levels, op, m);
  const size_t depth = space.depth();
  Results results(op.outputs.flat, space.total(depth - 1), op, m);
  Results totals(op.totals.flat, space.total(depth - 1), op, m);
  space.for_each_segment([&](int64_t, int64_t first, int64_t count) {
    set_neutral(op.combine, op.neutral, op, m);
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      results.store(first + k, s);
      run(op.combine.code, m);
      totals.store(first + k, s);
    }
  });
  bind_nested(totals, op.totals, space, depth, op, m);
  bind_nested(results, op.outputs, space, depth, op, m);
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
  Results results(op.outputs.flat, space.total(0), op, m);
  int64_t kept = 0;
  space.for_each_segment([&](int64_t, int64_t, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
      m.poll();
      space.set_innermost(k);
      run(op.body, m);
      if (s[op.body.results[0].slot] != 0) results.store(kept++, s);
    }
  });
  s[i.a] = static_cast<uint64_t>(kept);
  results.finish();
  for (const Output& output : op.outputs.flat) {
    Array& array = m.frame.arrays[output.to];
    array = copy_of(m.heap, range_of(array, 0, kept, op, m));
  }
}

}  // namespace planish::interp
