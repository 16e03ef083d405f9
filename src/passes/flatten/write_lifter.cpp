#include "passes/flatten/write_lifter.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

WriteLifter::WriteLifter(Flattening& all)
    : target_(all.target),
      thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      parallelism_(all.parallelism),
      log_(all.log),
      builder_(all.builder),
      vectorised_(all.vectorised),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      gatherer_(all.gatherer),
      core_(all.core),
      point_operators_(all.point_operators),
      liftability_(all.liftability),
      versions_(all.versions),
      bodies_(all.bodies),
      combines_(all.combines) {}

void WriteLifter::lift_writes(Nest& nest, const Stm& stm) {
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
  if (!by_elements && fixed && liftability_.lifts_function(parts, nest))
    return bodies_.lift_code(nest, core_.map_before(stm), stm.pattern);
  if (by_elements && stm.op->kind == Kind::Hist)
    return bodies_.lift_code(nest, core_.histogram_by_sorting(stm), stm.pattern);
  if (by_elements) return bodies_.lift_code(nest, core_.scattered_elements(stm), stm.pattern);
  if (liftability_.combines_alike(parts, nest) && liftability_.has_parallel_operator(parts, nest))
    return lift_parallel_histogram(nest, stm);
  std::vector<Lifted> dests = owned_dests(nest, parts.dests);
  std::vector<Var> made = new_dests(dests);
  write_all(nest, stm, dests, combining(nest, stm), made);
  hold_dests(nest, stm, dests, made);
}

std::vector<Var> WriteLifter::new_dests(const std::vector<Lifted>& dests) {
  std::vector<Var> made;
  for (const Lifted& dest : dests)
    made.push_back(builder_.new_var("written", storage_.type(dest.array)));
  return made;
}

void WriteLifter::hold_dests(Nest& nest, const Stm& stm, const std::vector<Lifted>& dests,
                             const std::vector<Var>& made) {
  for (size_t i = 0; i < made.size(); i++)
    values_.hold(nest, stm.pattern[i], {made[i], dests[i].rows});
}

void WriteLifter::write_elements(const Nest& nest, const Stm& stm, const std::vector<Lifted>& dests,
                                 const VectorisedOperators::ByElement& by,
                                 std::span<const Var> to) {
  write_all(nest, stm, dests, {points_.operator_copy(by.op), by.neutral, {}, {}, by.widths}, to);
}

void WriteLifter::lift_parallel_histogram(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  builder_.place = stm.place;
  std::optional<VectorisedOperators::ByElement> by =
      vectorised_.by_element(parts.op, parts.neutral);
  if (by && !is_cheap_function(parts.map))
    return bodies_.lift_code(nest, core_.map_before(stm), stm.pattern);
  if (!by && thresholds_.all)
    return bodies_.lift_code(nest, core_.histogram_by_sorting(stm), stm.pattern);
  if (!nest.is_invariant(parts.width)) layout_.segments(nest, {&parts.width, 1});
  std::vector<Lifted> dests = owned_dests(nest, parts.dests);
  std::vector<Var> made = new_dests(dests);
  auto in_threads = [&](std::span<const Var> to) {
    write_all(nest, stm, dests, combining(nest, stm), to);
  };
  auto in_parallel = [&](std::span<const Var> to) {
    if (by) return write_elements(nest, stm, dests, *by, to);
    Nest inside = nest;
    bodies_.lift_code(inside, core_.histogram_by_sorting(stm), stm.pattern);
    for (size_t i = 0; i < to.size(); i++)
      arrays_.bind(to[i], inside.lifted(stm.pattern[i])->array);
  };
  if (thresholds_.all || (by && target_.machine == Machine::Gpu)) {
    in_parallel(made);
  } else {
    Atom elements = combines_.element_count(nest, parts.width);
    Atom enough =
        limits_.at_least(thresholds_.enough_outer, elements, "elements", "enough_elements");
    log_.record_versions(enough, stm.place, log_.enough_elements());
    versions_.choose_if(enough, nest, made, in_threads, in_parallel);
  }
  hold_dests(nest, stm, dests, made);
}

// In rows, the dimensions of the shape that differ are one.
void WriteLifter::write_all(Nest nest, const Stm& stm, const std::vector<Lifted>& dests,
                            const Combining& by, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const std::optional<Segments>& rows = dests[0].rows;
  const size_t merged = rows ? nest.varying_dims(storage_.type(parts.dests[0])) : 0;
  std::vector<Atom> outer = nest.indices();
  std::vector<Atom> sizes;
  for (const Dim& dim : nest.dims()) sizes.push_back(Builder::atom(dim));
  Atom start;
  if (rows) {
    Atom point = layout_.number(nest);
    start = layout_.compute(nest, "start", Index{{}, rows->offsets, builder_.list<Atom>({point})});
    sizes = {rows->total};
  }
  sizes.insert(sizes.end(), parts.shape.begin() + ptrdiff_t(merged), parts.shape.end());
  sizes.insert(sizes.end(), by.widths.begin(), by.widths.end());
  std::vector<Atom> results = entry_.enter(nest, stm, parts);
  std::vector<Stm> stms;
  if (parts.map != nullptr) {
    stms.assign(parts.map->body->stms.begin(), parts.map->body->stms.end());
    results.assign(parts.map->body->results.begin(), parts.map->body->results.end());
  }
  enter_values(nest, stm, by, results, stms);
  if (rows) {
    results[0] =
        index_in_rows(std::span(results).first(merged), parts.shape, start, stms, stm.place);
    results.erase(results.begin() + 1, results.begin() + ptrdiff_t(merged));
  } else {
    results.insert(results.begin(), outer.begin(), outer.end());
  }
  results.insert(results.end(), by.values.begin(), by.values.end());
  for (const Stm& one : stms) nest.bind(one.pattern);
  Piece made = points_.piece(nest, stms, results);
  std::span<const Atom> shape = builder_.list(sizes);
  std::vector<Var> arrays;
  for (const Lifted& dest : dests) arrays.push_back(dest.array);
  arrays.insert(arrays.end(), by.dests.begin(), by.dests.end());
  std::vector<Var> pattern(to.begin(), to.end());
  for (Var more : by.dests) pattern.push_back(builder_.new_var("points", storage_.type(more)));
  const Op* op = nullptr;
  if (by.op == nullptr) {
    const auto* scatter = as<Scatter>(stm.op);
    op = builder_.make(SegScatter{{},
                                  made.space,
                                  shape,
                                  builder_.list(arrays),
                                  made.body,
                                  scatter != nullptr && scatter->last});
  } else {
    op = builder_.make(SegHist{
        {}, made.space, shape, by.op, builder_.list(by.neutral), builder_.list(arrays), made.body});
  }
  arrays_.add(pattern, op, nest);
}

void WriteLifter::enter_values(Nest& nest, const Stm& stm, const Combining& by,
                               std::vector<Atom>& results, std::vector<Stm>& stms) {
  if (by.widths.empty()) return;
  const size_t indexed = operator_parts(stm.op)->shape.size();
  std::vector<Atom> inner;
  for (const Atom& width : by.widths) {
    entry_.add_level(nest, width);
    inner.emplace_back(nest.levels.back().index);
  }
  for (size_t i = indexed; i < results.size(); i++) {
    const Type* element = storage_.types.without_outer(storage_.type(results[i]), inner.size());
    Var var = builder_.new_var("element", element);
    const Op* index = builder_.make(Index{{}, results[i].var, builder_.list(inner)});
    stms.push_back({builder_.list<Var>({var}), index, {}, {}, stm.place});
    results[i] = var;
  }
  results.insert(results.begin() + ptrdiff_t(indexed), inner.begin(), inner.end());
}

Atom WriteLifter::index_in_rows(std::span<const Atom> indices, std::span<const Atom> shape,
                                const Atom& start, std::vector<Stm>& stms, PlaceId place) {
  auto let = [&](std::string_view name, Prim prim, const Op* op) -> Atom {
    Var var = builder_.new_var(name, storage_.types.scalar(prim));
    stms.push_back({builder_.list<Var>({var}), op, {}, {}, place});
    return var;
  };
  auto binary = [&](std::string_view name, Prim prim, BinaryOp op, const Atom& x, const Atom& y) {
    return let(name, prim, builder_.make(Binary{{}, op, x, y}));
  };
  Atom in_row = indices[0];
  Atom inside = Atom::boolean(true);
  for (size_t i = 0; i < indices.size(); i++) {
    const Atom& index = indices[i];
    Atom above = binary("above", Prim::Bool, BinaryOp::Le, Atom::i64(0), index);
    Atom below = binary("below", Prim::Bool, BinaryOp::Lt, index, shape[i]);
    Atom both = binary("inside", Prim::Bool, BinaryOp::And, above, below);
    inside = i == 0 ? both : binary("inside", Prim::Bool, BinaryOp::And, inside, both);
    if (i == 0) continue;
    Atom before = binary("before", Prim::I64, BinaryOp::Mul, in_row, shape[i]);
    in_row = binary("place", Prim::I64, BinaryOp::Add, before, index);
  }
  Atom at = binary("at", Prim::I64, BinaryOp::Add, start, in_row);
  const Body* here = builder_.body([&] { return std::vector<Atom>{at}; });
  const Body* nowhere = builder_.body([] { return std::vector<Atom>{Atom::i64(-1)}; });
  return let("at", Prim::I64, builder_.make(If{{}, inside, here, nowhere}));
}

std::vector<Lifted> WriteLifter::owned_dests(Nest& nest, std::span<const Var> dests) {
  std::vector<Lifted> owned;
  for (Var dest : dests) {
    std::optional<Lifted> held = nest.owned_lifted(dest);
    owned.push_back(held ? *held : gatherer_.gather(nest, {}, std::vector<Atom>{dest})[0]);
  }
  return owned;
}

WriteLifter::Combining WriteLifter::combining(Nest& nest, const Stm& stm) {
  const auto* hist = as<Hist>(stm.op);
  if (hist == nullptr) return {};
  if (!liftability_.combines_alike(*operator_parts(stm.op), nest))
    return combining_at_points(nest, stm);
  return {
      points_.operator_copy(hist->op), {hist->neutral.begin(), hist->neutral.end()}, {}, {}, {}};
}

WriteLifter::Combining WriteLifter::combining_at_points(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  Combining made;
  made.op = point_operators_.operator_at_points(nest, parts);
  made.neutral = point_operators_.neutral_at_points(nest, parts);
  Nest inside = nest;
  for (const Atom& size : parts.shape) entry_.add_level(inside, size);
  std::vector<Atom> points;
  for (size_t i = 0; i < nest.levels.size(); i++) {
    points.emplace_back(nest.levels[i].index);
    made.dests.push_back(
        builder_.new_var("points", storage_.types.array(Prim::I64, inside.dims())));
  }
  made.values = points;
  Piece code = points_.piece(inside, {}, points);
  arrays_.add(made.dests, builder_.make(SegMap{{}, code.space, code.body}), inside);
  return made;
}

bool WriteLifter::is_cheap_function(const Lambda* fn) {
  return fn == nullptr || std::ranges::all_of(fn->body->stms, [&](const Stm& stm) {
           return parallelism_.is_cheap(stm);
         });
}

}  // namespace planish::passes
