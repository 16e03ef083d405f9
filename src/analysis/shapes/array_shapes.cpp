#include "analysis/shapes/array_shapes.h"

#include <algorithm>

namespace planish::shapes {

using namespace ir;

void ArrayShapes::array_literal(const Stm& stm, const ArrayLit& op) {
  Var var = stm.pattern[0];
  std::vector<Index> needs = needs_of(stm.op);
  ShapedValue result = unknown(var, Source::Data, needs);
  if (!op.elems.empty()) {
    ShapedValue first = value(op.elems[0]);
    ShapedValue all = array_of_same(first);
    auto is_same = [&](auto get) {
      return std::ranges::all_of(op.elems, [&](const Atom& elem) {
        return facts_.are_equal(get(first), get(value(elem)));
      });
    };
    if (is_same([](const ShapedValue& elem) { return elem.element; })) result.element = all.element;
    for (size_t i = 0; i < first.dims.size(); i++) {
      if (is_same([&](const ShapedValue& elem) { return elem.dims[i]; }))
        result.dims[i + 1] = all.dims[i + 1];
    }
  }
  bind(var, result);
}

void ArrayShapes::views(const Stm& stm, const Slice& slice) {
  std::vector<Term> indices;
  size_t kept = 0;
  for (const SliceDim& dim : slice.dims) {
    Term at = number(dim.start);
    if (!dim.is_index) {
      Term place = terms_.index(Terms::place(kept++));
      at = terms_.plus(at, terms_.times(number(dim.stride), place));
    }
    indices.push_back(at);
  }
  ShapedValue result = part(value(slice.array), indices, kept);
  result.dims.insert(result.dims.begin(), kept, Term{});  // they are fixed, so the type says them
  bind(stm.pattern[0], result);
}

void ArrayShapes::update(const Stm& stm, const Update& op) {
  Var var = stm.pattern[0];
  std::vector<Index> needs = needs_of(stm.op);
  ShapedValue array = value(op.array);
  ShapedValue result = unknown(var, Source::Data, needs);
  // A row may be replaced by one of another length.
  ShapedValue written = value(op.value);
  std::vector<Term> indices;
  bool one_row = true;
  for (const SliceDim& dim : op.dims) {
    one_row &= dim.is_index;
    indices.push_back(number(dim.start));
  }
  ShapedValue row = one_row ? part(array, indices) : ShapedValue{};
  for (size_t i = 0; i < array.dims.size(); i++) {
    bool kept = i < op.dims.size();
    if (!kept && one_row) {
      size_t inner = i - op.dims.size();
      kept = facts_.are_equal(row.dims[inner], written.dims[inner]);
    }
    if (kept) result.dims[i] = array.dims[i];
  }
  bind(var, result);
}

void ArrayShapes::concat(const Stm& stm, const Concat& op) {
  Var var = stm.pattern[0];
  ShapedValue result = unknown(var, Source::Data, needs_of(stm.op));
  ShapedValue first = value(op.arrays[0]);
  for (size_t i = 1; i < first.dims.size(); i++) {
    bool same = std::ranges::all_of(op.arrays, [&](Var array) {
      Term dim = value(array).dims[i];
      return !terms_.mentions(dim, Terms::place(0)) && facts_.are_equal(dim, first.dims[i]);
    });
    if (same) result.dims[i] = first.dims[i];
  }
  bind(var, result);
}

void ArrayShapes::coerce(const Stm& stm, const Coerce& op) {
  // The sizes are equal, or the check before would have failed.
  ShapedValue array = value(op.array);
  Var var = stm.pattern[0];
  const Type* type = storage_.type(var);
  ShapedValue now = typed(var, array);
  for (size_t i = 0; i < now.dims.size(); i++) {
    if (type->dims[i].is_varying()) continue;
    std::vector<Index> places;
    for (size_t k = 0; k < i; k++) places.push_back(Terms::place(k));
    facts_.learn_for_all(array.dims[i], now.dims[i], places, stm.certs);
  }
  bind(var, array);
}

void ArrayShapes::rearrange(const Stm& stm, const Rearrange& op) {
  ShapedValue array = value(op.array);
  std::vector<Terms::Replacement> by;
  ShapedValue result;
  for (size_t i = 0; i < op.order.size(); i++) {
    by.push_back({Terms::place(op.order[i]), terms_.index(Terms::place(i))});
    result.dims.push_back(array.dims[op.order[i]]);
  }
  result.element = terms_.substitute(array.element, by);
  bind(stm.pattern[0], result);
}

}  // namespace planish::shapes
