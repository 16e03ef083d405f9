// Lifting of parallel operators: each is an operator over the nest with one more level.
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

// ---- Maps

// The results of the function of a map at all points of the nest inside it.
std::vector<Lifted> Flattener::nested(const Nest& inside, const Body* body, const Stm& like) {
  Nest bound = inside;
  bool lifts = needs_lifting(body, bound);
  bool regular = std::ranges::all_of(body->results, [&](const Atom& result) {
    return bound.varying_dims(storage_.type(result)) == 0;
  });
  if (lifts || !regular) {
    bool sequential = has_attribute(like.attrs, AttributeKind::SequentialInner);
    bool is_parallel = contains_liftable(body, inside) || (!has_rows_ && makes_rows(body, inside));
    return sequential || !is_parallel ? outer_only(inside, body)
                                      : lift_versions(inside, body, like);
  }
  std::vector<Lifted> results;
  std::vector<Var> arrays;
  for (const Atom& result : body->results) {
    arrays.push_back(array_over(inside, result));
    results.push_back({arrays.back(), {}});
  }
  nest_body(inside, body, arrays, like);
  return results;
}

// What has been made for all points inside a map as rows of the points around it: the elements lie
// in the same order.
Lifted Flattener::regroup(Nest& nest, Var var, const Lifted& inside) {
  const Type* type = storage_.type(var);
  std::vector<Atom> sizes = row_sizes(nest, type);
  std::optional<Segments> rows;
  if (!sizes.empty()) rows = segments(nest, sizes);
  const Type* wanted =
      rows ? rows_type(nest, type, rows->total) : storage_.types.with_outer(nest.dims(), type);
  return {in_shape(inside.array, wanted), rows};
}

void Flattener::lift_map(Nest& nest, const Stm& stm, const Map& map) {
  Nest inside = nest;
  // What the level needs is kept for the nest around.
  if (!nest.is_invariant(map.width)) segments(nest, {&map.width, 1});
  inside = nest;
  enter(inside, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = nested(inside, map.fn->body, stm);
  for (size_t i = 0; i < results.size(); i++) {
    Var var = stm.pattern[i];
    Lifted lifted = regroup(nest, var, results[i]);
    hold(nest, var, lifted);
  }
}

// ---- Rows in rows

// Where the rows of a group lie. Nobody may want the rows, but how long they are.
Segments Flattener::group_segments(Nest& bound, const FlatMap& map, size_t group, size_t first_row,
                                   std::vector<Lifted>& results) {
  if (map.groups[group] == 0) return segments_of(bound, results[group].array);
  Lifted& row = results[first_row];
  const Type* type = storage_.type(map.fn->body->results[first_row]);
  size_t merged = std::max<size_t>(1, bound.varying_dims(type));
  row = as_rows(bound, row, type, merged);
  // Rows of rows are counted by their outer dimension.
  return merged == 1 ? *row.rows : segments_of(bound, results[group].array);
}

void Flattener::lift_flat_map(Nest& nest, const Stm& stm, const FlatMap& map) {
  if (!nest.is_invariant(map.width)) segments(nest, {&map.width, 1});
  Nest inside = nest;
  enter(inside, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = nested(inside, map.fn->body, stm);
  const size_t groups = map.groups.size();
  // Where the rows of a point begin and end among those of all points inside: so many rows belong
  // to it.
  Atom first;
  Atom last;
  if (nest.is_invariant(map.width)) {
    Atom point = number(nest);
    first = compute(nest, "first", Binary{{}, BinaryOp::Mul, point, map.width});
    last = compute(nest, "last", Binary{{}, BinaryOp::Add, first, map.width});
  } else {
    Segments rows = segments(nest, {&map.width, 1});
    Atom point = number(nest);
    Var next = compute(nest, "next", Binary{{}, BinaryOp::Add, point, Atom::i64(1)});
    first = compute(nest, "first", Index{{}, rows.offsets, builder_.list<Atom>({point})});
    last = compute(nest, "last", Index{{}, rows.offsets, builder_.list<Atom>({next})});
  }
  size_t result = groups;
  for (size_t g = 0; g < groups; g++) {
    Nest bound = inside;
    for (const Stm& inner : map.fn->body->stms) bound.bind(inner.pattern);
    Var offsets = group_segments(bound, map, g, result, results).offsets;
    Var begin = compute(nest, "begin", Index{{}, offsets, builder_.list<Atom>({first})});
    Var end = compute(nest, "end", Index{{}, offsets, builder_.list<Atom>({last})});
    nest.add({stm.pattern.subspan(g, 1),
              builder_.make(Binary{{}, BinaryOp::Sub, end, begin}),
              {},
              {},
              nest.place});
    result += map.groups[g];
  }
  for (size_t g = 0; g < groups; g++) {
    Var lengths = stm.pattern[groups + g];
    Lifted lifted = regroup(nest, lengths, results[g]);
    hold(nest, lengths, lifted);
  }
  for (size_t i = groups; i < results.size(); i++) {
    Var var = stm.pattern[groups + i];
    Lifted lifted = regroup(nest, var, results[i]);
    hold(nest, var, lifted);
  }
}

// At host level.
void Flattener::host_flat_map(const Stm& stm, const FlatMap& map) {
  Nest nest;
  nest.place = stm.place;
  enter(nest, stm, *operator_parts(stm.op));
  std::vector<Lifted> results = nested(nest, map.fn->body, stm);
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
      bind_array(var, results[i].array);
      continue;
    }
    builder_.add({&var, 1}, reshape(results[i].array, wanted));
  }
}

// ---- Filters

void Flattener::lift_filter(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  bool elements_vary = std::ranges::any_of(stm.pattern.subspan(1), [&](Var var) {
    return nest.varying_dims(storage_.types.without_outer(storage_.type(var), 1)) > 0;
  });
  if (elements_vary) return lift_code(nest, filtered_by_number(stm), stm.pattern);
  if (lifts_function(parts, nest)) return lift_code(nest, map_before(stm), stm.pattern);
  if (!nest.is_invariant(parts.width)) segments(nest, {&parts.width, 1});
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var count = stm.pattern[0];
  Var total = builder_.new_var("total", i64);
  Var counts = array_over(nest, count);
  std::vector<Var> pattern{total, counts};
  nest.bind({&count, 1});
  for (Var var : stm.pattern.subspan(1)) {
    pattern.push_back(builder_.new_var("kept", rows_type(nest, storage_.type(var), total)));
  }
  end_with(nest, stm, pattern);
  hold(nest, count, {counts, {}});
  if (stm.pattern.size() == 1) return;
  Segments rows{segments_of(nest, counts).offsets, total};
  nest.segments.emplace(std::pair(nest.levels.size(), Nest::key(std::vector<Atom>{count})), rows);
  for (size_t i = 1; i < stm.pattern.size(); i++)
    hold(nest, stm.pattern[i], {pattern[i + 1], rows});
}

// What is kept of all points is one array, whose elements are of one size. Where they are not,
// numbers are kept first:
//   filter n (xs) p   ==>   let (k, is) = filter n (iota n, xs) { p, i }   in k, map k (is) \i { xs[i] }
const Body* Flattener::filtered_by_number(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const Type* i64 = storage_.types.scalar(Prim::I64);
  builder_.place = stm.place;
  return builder_.body([&] {
    Dim width = Builder::dim(parts.width);
    std::vector<Var> elements(parts.arrays.begin(), parts.arrays.end());
    std::vector<Var> arrays = elements;
    std::vector<Param> params(parts.map->params.begin(), parts.map->params.end());
    std::span<const Stm> code = parts.map->body->stms;
    Atom keeps = parts.map->body->results[0];
    if (parts.map->body->results.size() > 1) {
      // The function gives what is kept.
      Var decisions = builder_.new_var("keeps", storage_.types.array(Prim::Bool, {&width, 1}));
      std::vector<Var> mapped{decisions};
      for (Var var : stm.pattern.subspan(1)) {
        const Type* element = storage_.types.without_outer(storage_.type(var), 1);
        mapped.push_back(
            builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, element)));
      }
      Stm map = stm;
      map.pattern = builder_.list(mapped);
      map.op = builder_.make(Map{{}, parts.width, parts.map, parts.arrays});
      builder_.add(map);
      Var keep = builder_.new_var("keep", storage_.types.scalar(Prim::Bool));
      elements.assign(mapped.begin() + 1, mapped.end());
      arrays = {decisions};
      params = {{keep}};
      code = {};
      keeps = keep;
    }
    arrays.push_back(
        builder_.let("numbers", storage_.types.array(Prim::I64, {&width, 1}),
                     builder_.make(Iota{{}, parts.width, Atom::i64(0), Atom::i64(1)})));
    Var number = builder_.new_var("number", i64);
    params.push_back({number});
    Body decide{code, builder_.list<Atom>({keeps, number})};
    Lambda predicate{builder_.list(params), storage_.arena.make<Body>(decide), stm.place};
    Dim count = Dim::variable(stm.pattern[0]);
    Var kept = builder_.new_var("kept", storage_.types.array(Prim::I64, {&count, 1}));
    Stm filter = stm;
    filter.pattern = builder_.list<Var>({stm.pattern[0], kept});
    filter.op = builder_.make(
        Filter{{}, parts.width, storage_.arena.make<Lambda>(predicate), builder_.list(arrays)});
    builder_.add(filter);
    Var at = builder_.new_var("at", i64);
    const Body* read = builder_.body([&] {
      std::vector<Atom> results;
      for (Var array : elements) results.push_back(element(array, {at}));
      return results;
    });
    Lambda gather{builder_.list<Param>({{at}}), read, stm.place};
    builder_.add(
        stm.pattern.subspan(1),
        builder_.make(Map{
            {}, stm.pattern[0], storage_.arena.make<Lambda>(gather), builder_.list<Var>({kept})}));
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

}  // namespace planish::passes
