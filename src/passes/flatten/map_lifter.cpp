#include "passes/flatten/map_lifter.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

MapLifter::MapLifter(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      core_(all.core),
      liftability_(all.liftability),
      ends_(all.ends),
      bodies_(all.bodies) {}

void MapLifter::lift_map(Nest& nest, const Stm& stm, const Map& map) {
  Nest inside = nest;
  // What the level needs is kept for the nest around.
  if (!nest.is_invariant(map.width)) layout_.segments(nest, {&map.width, 1});
  inside = nest;
  entry_.enter(inside, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = bodies_.results_inside(inside, map.fn->body, stm);
  for (size_t i = 0; i < results.size(); i++) {
    Var var = stm.pattern[i];
    Lifted lifted = values_.regroup(nest, var, results[i]);
    values_.hold(nest, var, lifted);
  }
}

// ---- Rows in rows

Segments MapLifter::group_segments(Nest& bound, const FlatMap& map, size_t group, size_t first_row,
                                   std::vector<Lifted>& results) {
  if (map.groups[group] == 0) return layout_.segments_of(bound, results[group].array);
  Lifted& row = results[first_row];
  const Type* type = storage_.type(map.fn->body->results[first_row]);
  size_t merged = std::max<size_t>(1, bound.varying_dims(type));
  row = values_.as_rows(bound, row, type, merged);
  // Rows of rows are counted by their outer dimension.
  return merged == 1 ? *row.rows : layout_.segments_of(bound, results[group].array);
}

MapLifter::Range MapLifter::rows_of_point(Nest& nest, const Atom& width) {
  if (nest.is_invariant(width)) {
    Atom point = layout_.number(nest);
    Var first = layout_.compute(nest, "first", Binary{{}, BinaryOp::Mul, point, width});
    Var last = layout_.compute(nest, "last", Binary{{}, BinaryOp::Add, first, width});
    return {first, last};
  }
  Segments rows = layout_.segments(nest, {&width, 1});
  Atom point = layout_.number(nest);
  Var next = layout_.compute(nest, "next", Binary{{}, BinaryOp::Add, point, Atom::i64(1)});
  Var first = layout_.compute(nest, "first", Index{{}, rows.offsets, builder_.list<Atom>({point})});
  Var last = layout_.compute(nest, "last", Index{{}, rows.offsets, builder_.list<Atom>({next})});
  return {first, last};
}

void MapLifter::lift_flat_map(Nest& nest, const Stm& stm, const FlatMap& map) {
  if (!nest.is_invariant(map.width)) layout_.segments(nest, {&map.width, 1});
  Nest inside = nest;
  entry_.enter(inside, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = bodies_.results_inside(inside, map.fn->body, stm);
  const size_t groups = map.groups.size();
  // So many rows belong to a point.
  const Range range = rows_of_point(nest, map.width);
  size_t result = groups;
  for (size_t g = 0; g < groups; g++) {
    Nest bound = inside;
    for (const Stm& inner : map.fn->body->stms) bound.bind(inner.pattern);
    Var offsets = group_segments(bound, map, g, result, results).offsets;
    Var begin =
        layout_.compute(nest, "begin", Index{{}, offsets, builder_.list<Atom>({range.first})});
    Var end = layout_.compute(nest, "end", Index{{}, offsets, builder_.list<Atom>({range.last})});
    nest.add({stm.pattern.subspan(g, 1),
              builder_.make(Binary{{}, BinaryOp::Sub, end, begin}),
              {},
              {},
              nest.place});
    result += map.groups[g];
  }
  // Lengths of groups, then rows and elements.
  for (size_t i = 0; i < results.size(); i++) {
    Var var = stm.pattern[groups + i];
    Lifted lifted = values_.regroup(nest, var, results[i]);
    values_.hold(nest, var, lifted);
  }
}

void MapLifter::host_flat_map(const Stm& stm, const FlatMap& map) {
  Nest nest;
  nest.place = stm.place;
  entry_.enter(nest, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = bodies_.results_inside(nest, map.fn->body, stm);
  Nest bound = nest;
  for (const Stm& inner : map.fn->body->stms) bound.bind(inner.pattern);
  const size_t groups = map.groups.size();
  size_t result = groups;
  for (size_t g = 0; g < groups; g++) {
    Atom total = group_segments(bound, map, g, result, results).total;
    builder_.add(stm.pattern.subspan(g, 1), builder_.make(Same{{}, total}));
    result += map.groups[g];
  }
  for (size_t i = 0; i < results.size(); i++) {
    Var var = stm.pattern[groups + i];
    const Type* wanted = storage_.type(var);
    if (storage_.type(results[i].array)->rank() == wanted->rank()) {
      arrays_.bind(var, results[i].array);
      continue;
    }
    builder_.add({&var, 1}, arrays_.reshape(results[i].array, wanted));
  }
}

// ---- Filters

void MapLifter::lift_filter(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  bool elements_vary = std::ranges::any_of(stm.pattern.subspan(1), [&](Var var) {
    return nest.varying_dims(storage_.types.without_outer(storage_.type(var), 1)) > 0;
  });
  if (elements_vary) return bodies_.lift_code(nest, core_.filtered_by_number(stm), stm.pattern);
  if (liftability_.lifts_function(parts, nest))
    return bodies_.lift_code(nest, core_.map_before(stm), stm.pattern);
  if (!nest.is_invariant(parts.width)) layout_.segments(nest, {&parts.width, 1});
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var count = stm.pattern[0];
  Var total = builder_.new_var("total", i64);
  Var counts = vars_.array_over(nest, count);
  std::vector<Var> pattern{total, counts};
  nest.bind({&count, 1});
  for (Var var : stm.pattern.subspan(1)) {
    pattern.push_back(builder_.new_var("kept", layout_.rows_type(nest, storage_.type(var), total)));
  }
  ends_.end_with(nest, stm, pattern);
  values_.hold(nest, count, {counts, {}});
  if (stm.pattern.size() == 1) return;
  Segments rows{layout_.segments_of(nest, counts).offsets, total};
  nest.segments.emplace(std::pair(nest.levels.size(), Nest::key(std::vector<Atom>{count})), rows);
  for (size_t i = 1; i < stm.pattern.size(); i++)
    values_.hold(nest, stm.pattern[i], {pattern[i + 1], rows});
}

}  // namespace planish::passes
