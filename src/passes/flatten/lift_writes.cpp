// Lifting of what writes to arrays that are of another size at each point: histograms, scatters,
// updates.
//
// The destinations of all points are rows of one array. Where a point writes to, counted from the
// beginning of its row, is one number, and the beginning is added. All of it happens in place, if
// nobody else has the array.
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

// ---- Histograms and scatters

void Flattener::lift_writes(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  bool by_elements = std::ranges::any_of(parts.dests, [&](Var dest) {
    return nest.varying_dims(storage_.type(dest)) > parts.shape.size();
  });
  bool fixed =
      parts.map != nullptr && std::ranges::none_of(parts.map->body->results, [&](auto& value) {
        Nest inside = nest;
        for (const Stm& inner : parts.map->body->stms) inside.bind(inner.pattern);
        return inside.varying_dims(storage_.type(value)) > 0;
      });
  if (!by_elements && fixed && lifts_function(parts, nest))
    return lift_code(nest, map_before(stm), stm.pattern);
  if (by_elements && stm.op->kind == Kind::Hist)
    return lift_code(nest, histogram_by_sorting(stm), stm.pattern);
  if (by_elements) return lift_code(nest, scattered_elements(stm), stm.pattern);
  if (combines_alike(parts, nest) && has_parallel_operator(parts, nest))
    return lift_parallel_histogram(nest, stm);
  std::vector<Lifted> dests = owned_dests(nest, parts.dests);
  std::vector<Var> made;
  for (const Lifted& dest : dests)
    made.push_back(builder_.new_var("written", storage_.type(dest.array)));
  write_all(nest, stm, dests, combining(nest, stm), made);
  for (size_t i = 0; i < made.size(); i++) hold(nest, stm.pattern[i], {made[i], dests[i].rows});
}

// The arrays of all points' destinations, which may be written to.
std::vector<Lifted> Flattener::owned_dests(Nest& nest, std::span<const Var> dests) {
  std::vector<Lifted> owned;
  for (Var dest : dests) {
    std::optional<Lifted> held = nest.owned_lifted(dest);
    owned.push_back(held ? *held : gather(nest, {}, std::vector<Atom>{dest})[0]);
  }
  return owned;
}

Flattener::Combining Flattener::combining(Nest& nest, const Stm& stm) {
  const auto* hist = as<Hist>(stm.op);
  if (hist == nullptr) return {};
  if (!combines_alike(*operator_parts(stm.op), nest)) return combining_at_points(nest, stm);
  return {operator_copy(hist->op), {hist->neutral.begin(), hist->neutral.end()}, {}, {}, {}};
}

// In rows, the dimensions of the shape that differ are one; if an index is outside, nothing is
// written.
void Flattener::write_all(Nest nest, const Stm& stm, const std::vector<Lifted>& dests,
                          const Combining& by, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const std::optional<Segments>& rows = dests[0].rows;
  const size_t merged = rows ? nest.varying_dims(storage_.type(parts.dests[0])) : 0;
  std::vector<Atom> outer = nest.indices();
  std::vector<Atom> sizes;
  for (const Dim& dim : nest.dims()) sizes.push_back(Builder::atom(dim));
  Atom start;
  if (rows) {
    Atom point = number(nest);
    start = compute(nest, "start", Index{{}, rows->offsets, builder_.list<Atom>({point})});
    sizes = {rows->total};
  }
  sizes.insert(sizes.end(), parts.shape.begin() + ptrdiff_t(merged), parts.shape.end());
  sizes.insert(sizes.end(), by.widths.begin(), by.widths.end());
  std::vector<Atom> results = enter(nest, stm, parts);
  std::span<const Stm> body;
  if (parts.map != nullptr) {
    body = parts.map->body->stms;
    results.assign(parts.map->body->results.begin(), parts.map->body->results.end());
  }
  std::vector<Stm> stms(body.begin(), body.end());
  std::vector<Atom> inner;
  for (const Atom& width : by.widths) {
    add_level(nest, width);
    inner.emplace_back(nest.levels.back().index);
  }
  auto let = [&](std::string_view name, Prim prim, const Op* op) -> Atom {
    Var var = builder_.new_var(name, storage_.types.scalar(prim));
    stms.push_back({builder_.list<Var>({var}), op, {}, {}, stm.place});
    return var;
  };
  auto binary = [&](std::string_view name, Prim prim, BinaryOp op, const Atom& x, const Atom& y) {
    return let(name, prim, builder_.make(Binary{{}, op, x, y}));
  };
  // One element of each value.
  for (size_t i = parts.shape.size(); i < results.size() && !inner.empty(); i++) {
    const Type* element = storage_.types.without_outer(storage_.type(results[i]), inner.size());
    Var var = builder_.new_var("element", element);
    const Op* index = builder_.make(Index{{}, results[i].var, builder_.list(inner)});
    stms.push_back({builder_.list<Var>({var}), index, {}, {}, stm.place});
    results[i] = var;
  }
  results.insert(results.begin() + ptrdiff_t(parts.shape.size()), inner.begin(), inner.end());
  if (rows) {
    Atom place = results[0];
    Atom inside = Atom::boolean(true);
    for (size_t i = 0; i < merged; i++) {
      const Atom& index = results[i];
      Atom above = binary("above", Prim::Bool, BinaryOp::Le, Atom::i64(0), index);
      Atom below = binary("below", Prim::Bool, BinaryOp::Lt, index, parts.shape[i]);
      Atom both = binary("inside", Prim::Bool, BinaryOp::And, above, below);
      inside = i == 0 ? both : binary("inside", Prim::Bool, BinaryOp::And, inside, both);
      if (i == 0) continue;
      Atom before = binary("before", Prim::I64, BinaryOp::Mul, place, parts.shape[i]);
      place = binary("place", Prim::I64, BinaryOp::Add, before, index);
    }
    Atom at = binary("at", Prim::I64, BinaryOp::Add, start, place);
    const Body* here = builder_.body([&] { return std::vector<Atom>{at}; });
    const Body* nowhere = builder_.body([] { return std::vector<Atom>{Atom::i64(-1)}; });
    results[0] = let("at", Prim::I64, builder_.make(If{{}, inside, here, nowhere}));
    results.erase(results.begin() + 1, results.begin() + ptrdiff_t(merged));
  } else {
    results.insert(results.begin(), outer.begin(), outer.end());
  }
  results.insert(results.end(), by.values.begin(), by.values.end());
  for (const Stm& one : stms) nest.bind(one.pattern);
  Piece made = piece(nest, stms, results);
  std::span<const Atom> shape = builder_.list(sizes);
  std::vector<Var> arrays;
  for (const Lifted& dest : dests) arrays.push_back(dest.array);
  arrays.insert(arrays.end(), by.dests.begin(), by.dests.end());
  std::vector<Var> pattern(to.begin(), to.end());
  for (Var more : by.dests) pattern.push_back(builder_.new_var("points", storage_.type(more)));
  const Op* op = nullptr;
  if (by.op == nullptr) {
    op = builder_.make(SegScatter{{}, made.space, shape, builder_.list(arrays), made.body});
  } else {
    op = builder_.make(SegHist{
        {}, made.space, shape, by.op, builder_.list(by.neutral), builder_.list(arrays), made.body});
  }
  add(pattern, op, nest);
}

std::vector<Var> Flattener::mapped_for_writes(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  std::vector<Var> arrays(parts.arrays.begin(), parts.arrays.end());
  if (parts.map == nullptr) return arrays;
  arrays.clear();
  Dim width = Builder::dim(parts.width);
  for (const Atom& result : parts.map->body->results) {
    size_t number = arrays.size();
    const Type* element =
        number < indexed
            ? storage_.type(result)
            : storage_.types.without_outer(storage_.type(parts.dests[number - indexed]), indexed);
    arrays.push_back(builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, element)));
  }
  Stm map = stm;
  map.pattern = builder_.list(arrays);
  map.op = builder_.make(Map{{}, parts.width, parts.map, parts.arrays});
  builder_.add(map);
  return arrays;
}

// A scatter of rows as one of their elements, as code of CORE:
//   scatter n [k] (dest) (is, rows)   ==>   scatter (n * m) [k, m] (dest) of \e { is[e / m], e % m, rows[e / m, e % m] }
const Body* Flattener::scattered_elements(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = mapped_for_writes(stm);
    for (size_t d = 0; d < parts.dests.size(); d++) {
      std::span<const Dim> dims = storage_.type(parts.dests[d])->dims.subspan(indexed);
      Atom width = parts.width;
      for (const Dim& dim : dims)
        width = builder_.binary(BinaryOp::Mul, width, Builder::atom(dim), "count");
      Dim outer = Builder::dim(width);
      Var numbers = builder_.let("numbers", storage_.types.array(Prim::I64, {&outer, 1}),
                                 builder_.make(Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
      Var number = builder_.new_var("e", i64);
      const Body* body = builder_.body([&] {
        // From the innermost dimension outwards.
        Atom rest = number;
        std::vector<Atom> inner(dims.size());
        for (size_t i = dims.size(); i-- > 0;) {
          Atom size = Builder::atom(dims[i]);
          inner[i] = builder_.binary(BinaryOp::Rem, rest, size, "at");
          rest = builder_.binary(BinaryOp::Quot, rest, size, "row");
        }
        std::vector<Atom> results;
        for (size_t i = 0; i < indexed; i++) results.emplace_back(element(arrays[i], {rest}));
        results.insert(results.end(), inner.begin(), inner.end());
        std::vector<Atom> at{rest};
        at.insert(at.end(), inner.begin(), inner.end());
        results.emplace_back(element(arrays[indexed + d], at));
        return results;
      });
      Lambda fn{builder_.list<Param>({{number}}), body, stm.place};
      std::vector<Atom> shape(parts.shape.begin(), parts.shape.end());
      for (const Dim& dim : dims) shape.push_back(Builder::atom(dim));
      Stm scatter = stm;
      scatter.pattern = stm.pattern.subspan(d, 1);
      scatter.op = builder_.make(Scatter{{},
                                         width,
                                         builder_.list(shape),
                                         parts.dests.subspan(d, 1),
                                         storage_.arena.make<Lambda>(fn),
                                         builder_.list<Var>({numbers})});
      builder_.add(scatter);
    }
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

// ---- Updates

// A level for each dimension that is written to, be it that of a slice or a whole one.
void Flattener::lift_update(Nest& nest, const Stm& stm, const Update& op) {
  Var var = stm.pattern[0];
  Atom array = op.array;
  const Type* type = storage_.type(array);
  std::optional<Lifted> owned = nest.owned_lifted(array);
  Lifted dest = owned ? *owned : gather(nest, {}, {&array, 1})[0];
  Nest inside = nest;
  Atom start;
  if (dest.rows) {
    Atom point = number(inside);
    start = compute(inside, "start", Index{{}, dest.rows->offsets, builder_.list<Atom>({point})});
  }
  // Where each dimension is written to, and the element of the value that is.
  std::vector<Atom> places;
  std::vector<Atom> from;
  for (size_t i = 0; i < type->rank(); i++) {
    SliceDim dim{false, Atom::i64(0), Builder::atom(type->dims[i]), Atom::i64(1)};
    if (i < op.dims.size()) dim = op.dims[i];
    if (dim.is_index) {
      places.push_back(dim.start);
      continue;
    }
    add_level(inside, dim.count);
    from.emplace_back(inside.levels.back().index);
    Var steps = compute(inside, "steps", Binary{{}, BinaryOp::Mul, from.back(), dim.stride});
    places.emplace_back(compute(inside, "place", Binary{{}, BinaryOp::Add, dim.start, steps}));
  }
  std::vector<Atom> values = nest.indices();
  if (!dest.rows) {
    values.insert(values.end(), places.begin(), places.end());
  } else {
    size_t merged = nest.varying_dims(type);
    Atom place = places[0];
    for (size_t i = 1; i < merged; i++) {
      Var before =
          compute(inside, "before", Binary{{}, BinaryOp::Mul, place, Builder::atom(type->dims[i])});
      place = compute(inside, "place", Binary{{}, BinaryOp::Add, before, places[i]});
    }
    values = {compute(inside, "at", Binary{{}, BinaryOp::Add, start, place})};
    values.insert(values.end(), places.begin() + ptrdiff_t(merged), places.end());
  }
  const Type* dest_type = storage_.type(dest.array);
  std::span<const Atom> shape = sizes(dest_type->dims.first(values.size()));
  std::vector<Stm> read;
  if (from.empty()) {
    values.push_back(op.value);
  } else {
    Var element = builder_.new_var("element", storage_.types.scalar(type->elem));
    read.push_back({builder_.list<Var>({element}),
                    builder_.make(Index{{}, op.value.var, builder_.list(from)}),
                    {},
                    {},
                    stm.place});
    inside.bind({&element, 1});
    values.emplace_back(element);
  }
  Piece code = piece(inside, read, values);
  Var written = let_host(
      "written", dest_type,
      builder_.make(SegScatter{{}, code.space, shape, builder_.list<Var>({dest.array}), code.body}),
      inside);
  hold(nest, var, {written, dest.rows});
}

}  // namespace planish::passes
