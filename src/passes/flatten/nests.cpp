#include <algorithm>

#include "analysis/only_read.h"
#include "ir/match.h"
#include "passes/flatten/flattener.h"
#include "plan/tile.h"

namespace planish::passes {

using namespace ir;

// ---- Entering

void Flattener::read(Nest& nest, Var var, Var array, std::span<const Atom> indices,
                     bool is_consumed) {
  const Type* type = storage_.type(var);
  const Op* op = builder_.make(Index{{}, array, storage_.arena.copy(indices)});
  auto stm = [&](Var bound, const Op* operation) {
    nest.add({builder_.list<Var>({bound}), operation, {}, {}, nest.place});
  };
  if (!is_consumed || !type->is_array()) return stm(var, op);
  // The body of an operator must not write to what was there before.
  Var row = builder_.new_var("row", type);
  stm(row, op);
  stm(var, builder_.make(Copy{{}, row}));
}

void Flattener::add_level(Nest& nest, const Atom& width) {
  Var index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
  if (nest.is_invariant(width)) {
    nest.levels.push_back({index, width, {}});
    nest.numbers.emplace_back();
    nest.bind({&index, 1});
    return;
  }
  Segments rows = segments(nest, {&width, 1});
  Atom outer = number(nest);
  nest.levels.push_back({index, rows.total, rows.offsets});
  nest.bind({&index, 1});
  Var start = compute(nest, "start", Index{{}, rows.offsets, builder_.list<Atom>({outer})});
  nest.numbers.push_back(compute(nest, "number", Binary{{}, BinaryOp::Add, start, index}));
}

std::vector<Atom> Flattener::enter(Nest& nest, const Stm& stm, const OperatorParts& parts) {
  add_level(nest, parts.width);
  Var index = nest.levels.back().index;
  for (Var cert : stm.certs) {
    if (nest.is_invariant(cert) && std::ranges::find(nest.certs, cert) == nest.certs.end()) {
      nest.certs.push_back(cert);
    }
  }
  nest.place = stm.place;
  std::vector<Atom> elements;
  Atom at = index;
  for (size_t i = 0; i < parts.arrays.size(); i++) {
    Var array = parts.arrays[i];
    Var element;
    bool is_consumed = false;
    if (parts.map != nullptr) {
      element = parts.map->params[i].var;
      is_consumed = parts.map->params[i].unique;
    } else {
      element = builder_.new_var("x", storage_.types.without_outer(storage_.type(array), 1));
    }
    read(nest, element, array, {&at, 1}, is_consumed);
    // An element of an element is one of the array over more levels.
    auto outer = nest.holders.find(array);
    size_t levels = nest.levels.size();
    if (levels == 1) {
      nest.holders[element] = {array, levels, false};
    } else if (outer != nest.holders.end() && outer->second.levels + 1 == levels &&
               !outer->second.rows && !nest.levels.back().offsets) {
      nest.holders[element] = {outer->second.array, levels, false};
    }
    elements.push_back(element);
  }
  return elements;
}

// ---- Making operators

const Body* Flattener::at_point(const Nest& nest, std::span<const Stm> stms,
                                std::span<const Atom> results) {
  // From the last statement of the nest to the first, those that something needs.
  Body own{storage_.arena.copy(stms), storage_.arena.copy(results)};
  std::vector<Var> free = free_variables(storage_, &own);
  std::unordered_set<Var> needed(free.begin(), free.end());
  std::vector<Stm> chosen;
  for (size_t i = nest.stms.size(); i-- > 0;) {
    const Stm& stm = nest.stms[i];
    if (std::ranges::none_of(stm.pattern, [&](Var var) { return needed.contains(var); })) continue;
    chosen.push_back(stm);
    Body alone{{&stm, 1}, {}};
    for (Var var : free_variables(storage_, &alone)) needed.insert(var);
  }
  std::ranges::reverse(chosen);
  const size_t of_nest = chosen.size();
  chosen.insert(chosen.end(), stms.begin(), stms.end());
  // A row that is written to is a copy (read), which is not needed where it is not.
  for (size_t i = 0; i < of_nest; i++) {
    const auto* copy = as<Copy>(chosen[i].op);
    if (copy == nullptr ||
        !is_only_read(storage_, chosen[i].pattern[0], std::span(chosen).subspan(i + 1)))
      continue;
    chosen[i].op = builder_.make(Same{{}, copy->array});
  }
  return storage_.arena.make<Body>(Body{storage_.arena.copy(chosen), own.results});
}

// The body as code for one thread, with new variables.
const Body* Flattener::point_copy(const Nest& nest, const Body* body, const Substitution& by) {
  sequential_.gone.clear();
  for (Var var : free_variables(storage_, body)) {
    if (!nest.is_invariant(var) && !by.contains(var)) sequential_.gone.insert(var);
  }
  const Body* made = clone_body(storage_, sequential_.body(body), by);
  sequential_.gone.clear();
  return made;
}

Flattener::Piece Flattener::piece(const Nest& nest, std::span<const Stm> stms,
                                  std::span<const Atom> results) {
  Piece made;
  std::vector<Level> levels;
  for (const Level& level : nest.levels) {
    Var index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
    made.indices[level.index] = index;
    levels.push_back({index, level.bound, level.offsets});
  }
  made.space.levels = storage_.arena.copy(levels);
  made.body = point_copy(nest, at_point(nest, stms, results), made.indices);
  record_loops(made.body, nest.place, nest.left.value_or(Because{.ground = Ground::NotTakenApart}));
  return made;
}

const Lambda* Flattener::point_function(const Nest& nest, const Piece& piece, const Lambda* fn) {
  Substitution by = piece.indices;
  std::vector<Param> params;
  for (const Param& param : fn->params) {
    const VarInfo info = storage_.vars[param.var.id];
    params.push_back({storage_.new_var(info.name, info.type), param.unique});
    by[param.var] = params.back().var;
  }
  const Body* body = point_copy(nest, at_point(nest, fn->body->stms, fn->body->results), by);
  record_loops(body, nest.place, {.ground = Ground::NotTakenApart});
  return storage_.arena.make<Lambda>(Lambda{storage_.arena.copy(params), body, fn->place});
}

void Flattener::add(std::span<const Var> pattern, const Op* op, const Nest& nest) {
  builder_.add({storage_.arena.copy(pattern), op, storage_.arena.copy(nest.certs), {}, nest.place});
}

Var Flattener::array_over(const Nest& nest, Var var) {
  const VarInfo info = storage_.vars[var.id];
  Var array = storage_.new_var(info.name, storage_.types.with_outer(nest.dims(), info.type));
  stands_for_[array] = var;
  return array;
}

Var Flattener::array_over(const Nest& nest, const Atom& value) {
  if (value.var) return array_over(nest, value.var);
  return storage_.new_var({}, storage_.types.with_outer(nest.dims(), storage_.type(value)));
}

std::vector<Var> Flattener::fresh_like(std::span<const Var> vars) {
  std::vector<Var> fresh;
  for (Var var : vars) {
    const VarInfo info = storage_.vars[var.id];
    fresh.push_back(storage_.new_var(info.name, info.type));
    stands_for_[fresh.back()] = var;
  }
  return fresh;
}

bool Flattener::is_consumed(Var var) {
  for (auto it = stands_for_.find(var); it != stands_for_.end(); it = stands_for_.find(var)) {
    var = it->second;
  }
  return parallelism_.is_consumed(var);
}

void Flattener::segmap_of(const Nest& nest, const Body* body, std::span<const Var> to) {
  Piece made = piece(nest, body->stms, body->results);
  add(to, builder_.make(SegMap{{}, made.space, made.body}), nest);
}

// ---- What becomes of the body of a nest

void Flattener::nest_body(Nest nest, const Body* body, std::span<const Var> to, const Stm& like) {
  if (has_attribute(like.attrs, AttributeKind::SequentialInner)) {
    nest.left = asked(AttributeKind::SequentialInner);
    return segmap_of(nest, body, to);
  }
  if (perfect(nest, body, to, like)) return;
  Nest inside = nest;
  if (needs_lifting(body, inside)) return nest_rows(std::move(nest), body, to, like);
  inside = nest;
  if (!parallelism_.contains_worth(body, inside)) return segmap_of(nest, body, to);
  // What one statement gives another may differ in size.
  if (!has_rows_ && !plan(nest, body, Rows::Refused))
    return nest_rows(std::move(nest), body, to, like);
  versions(std::move(nest), body, to, like);
}

void Flattener::nest_rows(Nest nest, const Body* body, std::span<const Var> to, const Stm& like) {
  std::vector<Lifted> lifted = lift_versions(std::move(nest), body, like);
  for (size_t i = 0; i < to.size(); i++) {
    // Rows that turn out to be as long as each other.
    if (lifted[i].rows) {
      builder_.add({&to[i], 1}, reshape(lifted[i].array, storage_.type(to[i])));
    } else {
      bind_array(to[i], lifted[i].array);
    }
  }
}

bool Flattener::perfect(Nest& nest, const Body* body, std::span<const Var> to, const Stm& like) {
  if (body->stms.empty() || body->results.empty()) return false;
  const Stm& last = body->stms.back();
  Kind kind = last.op->kind;
  if (kind != Kind::Map && kind != Kind::Reduce && kind != Kind::Scan) return false;
  OperatorParts parts = *operator_parts(last.op);
  if (parts.map != nullptr && std::ranges::any_of(parts.map->params, &Param::unique)) return false;
  double repeated = 0;
  for (const Stm& stm : body->stms.first(body->stms.size() - 1)) {
    if (parallelism_.is_generator(stm, body)) continue;
    if (!parallelism_.is_cheap(stm)) return false;
    repeated += parallelism_.cost(stm);
  }
  if (repeated > thresholds_.repeated_nanoseconds) return false;

  Nest inside = nest;
  for (const Stm& stm : body->stms.first(body->stms.size() - 1)) inside.add(stm);
  // A reduction may have another number of elements at each point: its result is one value all the
  // same.
  bool reduces_rows =
      kind == Kind::Reduce && is_liftable(last, inside) && combines_alike(parts, inside) &&
      std::ranges::all_of(last.pattern,
                          [&](Var var) { return inside.is_invariant(storage_.type(var)); });
  if (!reduces_rows && !parallelism_.fits(last, inside)) return false;
  // Every result of the body is one of the operator; what nobody asks for is made all the same.
  std::vector<Var> outer_of(last.pattern.size());
  for (size_t i = 0; i < body->results.size(); i++) {
    auto at = std::ranges::find(last.pattern, body->results[i].var);
    if (!body->results[i].var || at == last.pattern.end()) return false;
    Var& outer = outer_of[size_t(at - last.pattern.begin())];
    if (outer) return false;
    outer = to[i];
  }
  for (size_t i = 0; i < outer_of.size(); i++) {
    if (!outer_of[i]) outer_of[i] = array_over(nest, last.pattern[i]);
  }
  inside.bind(last.pattern);
  // What was said of the outer map holds for the nest.
  Stm inner_like = last;
  std::vector<Attribute> attrs(last.attrs.begin(), last.attrs.end());
  attrs.insert(attrs.end(), like.attrs.begin(), like.attrs.end());
  inner_like.attrs = storage_.arena.copy(attrs);
  if (!has_attribute(inner_like.attrs, AttributeKind::FlatteningOnlyOuter) &&
      combines_tiles(inside, last)) {
    builder_.place = last.place;
    Atom enough = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.tile_columns), parts.width,
                                  "enough_columns");
    record_versions(enough, last.place,
                    {.ground = Ground::EnoughColumns, .limit = thresholds_.tile_columns});
    choose_if(
        enough, inside, outer_of,
        [&](std::span<const Var> results) { tiles_then_combine(inside, last, results); },
        [&](std::span<const Var> results) { end_or_lift(inside, inner_like, results); });
    return true;
  }
  if (kind != Kind::Map) {
    end_or_lift(inside, inner_like, outer_of);
    return true;
  }
  enter(inside, last, parts);
  nest_body(std::move(inside), parts.map->body, outer_of, inner_like);
  return true;
}

// ---- Versions

Flattener::Chosen Flattener::way(const Nest& nest, const Body* body, const Stm& like) {
  using enum AttributeKind;
  if (nest.levels.size() <= nest.distributed_levels) return {Way::Distribute, {}};
  for (AttributeKind wanted : {FlatteningNoOuter, FlatteningOnlyInner}) {
    if (has_attribute(like.attrs, wanted)) return {Way::Distribute, asked(wanted)};
  }
  if (has_attribute(like.attrs, FlatteningOnlyOuter))
    return {Way::Outer, asked(FlatteningOnlyOuter)};
  if (thresholds_.all) return {Way::Distribute, {.ground = Ground::Everything}};
  int64_t known = 1;
  bool is_known = true;
  for (const Level& level : nest.levels) {
    if (!level.bound.is_const()) {
      is_known = false;
      continue;
    }
    auto bound = static_cast<int64_t>(level.bound.constant.bits);
    if (bound <= 0) return {Way::Outer, {.ground = Ground::NothingToDo}};
    if (bound >= thresholds_.enough_outer) known = thresholds_.enough_outer;
    known = std::min(known * bound, thresholds_.enough_outer);
  }
  // An unknown level has at least one iteration, or there is nothing to do at all.
  if (known >= thresholds_.enough_outer) return {Way::Outer, enough_around()};
  if (is_known)
    return {Way::Distribute,
            {.ground = Ground::FewAround, .count = known, .limit = thresholds_.enough_outer}};
  auto figures = [](Ground ground, size_t count, size_t limit) {
    return Because{ground, static_cast<int64_t>(count), static_cast<int64_t>(limit)};
  };
  if (nest.versions >= thresholds_.versions)
    return {Way::Outer, figures(Ground::ManyVersions, nest.versions, thresholds_.versions)};
  const size_t statements = statement_count(body);
  const size_t limit =
      nest.versions == 0 ? thresholds_.version_statements : thresholds_.inner_version_statements;
  if (statements > limit) return {Way::Outer, figures(Ground::LongBody, statements, limit)};
  return {Way::Both, enough_around()};
}

// Is there a reduction in it that can be done in tiles, in which what was read is used many times,
// as in a matrix product? The plan of an operator of its own would say so.
bool Flattener::has_tiles(const Nest& nest, const Body* body) {
  if (nest.levels.size() < 2) return false;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* reduce = as<Reduce>(stm.op);
    return reduce != nullptr && !parallelism_.too_few(reduce) && nest.is_invariant(reduce->width) &&
           is_tiled(nest, body, *reduce);
  });
}

bool Flattener::is_tiled(const Nest& nest, const Body* body, const Reduce& reduce) {
  const size_t count = reduce.neutral.size();
  const std::span<const Param> params =
      reduce.map != nullptr ? reduce.map->params : reduce.op->params.subspan(count);
  std::vector<plan::TileQuestion::Element> elements;
  std::vector<Atom> needed;
  for (size_t i = 0; i < reduce.arrays.size(); i++) {
    elements.push_back({params[i].var, reduce.arrays[i]});
    needed.push_back(reduce.arrays[i]);
  }
  // Rows that the body takes before. Other arrays that it makes will have a row of their own for
  // each point.
  std::unordered_set<Var> used(reduce.arrays.begin(), reduce.arrays.end());
  if (reduce.map != nullptr) {
    for (Var var : free_variables(storage_, reduce.map)) used.insert(var);
  }
  std::vector<Stm> stms;
  for (size_t i = body->stms.size(); i-- > 0;) {
    const Stm& stm = body->stms[i];
    if (std::ranges::none_of(stm.pattern, [&](Var var) {
          return used.contains(var) && storage_.type(var)->is_array();
        }))
      continue;
    // The elements of a range are the same for all points.
    const auto* range = as<Iota>(stm.op);
    if (range != nullptr && nest.is_invariant(range->start) && nest.is_invariant(range->step))
      continue;
    const auto* row = as<Index>(stm.op);
    if (row == nullptr) return false;
    used.insert(row->array);
    stms.insert(stms.begin(), stm);
  }
  std::vector<Atom> results;
  if (reduce.map != nullptr) {
    stms.insert(stms.end(), reduce.map->body->stms.begin(), reduce.map->body->stms.end());
    results.assign(reduce.map->body->results.begin(), reduce.map->body->results.end());
  } else {
    for (const Param& param : params) results.push_back(param.var);
  }
  needed.insert(needed.end(), results.begin(), results.end());
  const Body* code = at_point(nest, stms, needed);
  const plan::Layouts layouts(storage_);
  const plan::Context cx{storage_, target_, layouts};
  const plan::TileQuestion question{nest.levels, code->stms,     results,
                                    *reduce.op,  reduce.neutral, elements};
  const plan::Tried<plan::TilePlan> tried = plan::try_tile(cx, question);
  return tried.plan != nullptr && tried.plan->shares;
}

// The same for the function of a reduction or scan, as in the smallest of all distances from a
// point.
bool Flattener::combines_tiles(const Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  if (stm.op->kind == Kind::Map || parts.map == nullptr || !nest.is_invariant(parts.width) ||
      std::ranges::none_of(parts.map->body->stms,
                           [](const Stm& inner) { return inner.op->kind == Kind::Reduce; }))
    return false;
  if (parts.width.is_const() &&
      static_cast<int64_t>(parts.width.constant.bits) < thresholds_.tile_columns)
    return false;
  Nest inside = nest;
  enter(inside, stm, parts);
  for (const Stm& inner : parts.map->body->stms) inside.bind(inner.pattern);
  if (!has_tiles(inside, parts.map->body)) return false;
  return std::ranges::all_of(parts.map->body->results, [&](const Atom& result) {
    return inside.is_invariant(storage_.type(result));
  });
}

void Flattener::tiles_then_combine(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  Nest inside = nest;
  enter(inside, stm, parts);
  inside.distributed_levels = inside.levels.size();
  std::vector<Var> mapped;
  for (size_t i = 0; i < combined; i++)
    mapped.push_back(array_over(inside, parts.map->body->results[i]));
  std::vector<Var> arrays = mapped;
  arrays.insert(arrays.end(), to.begin() + ptrdiff_t(combined), to.end());
  nest_body(inside, parts.map->body, arrays, stm);

  Nest after = nest;
  std::vector<Var> rows;
  for (Var array : mapped) {
    const Type* type = storage_.types.without_outer(storage_.type(array), nest.levels.size());
    rows.push_back(builder_.new_var("row", type));
    read(after, rows.back(), array, nest.indices(), false);
  }
  Stm rest = stm;
  rest.pattern = stm.pattern.first(combined);
  rest.op = without_map(stm.op, builder_.list(rows));
  end_with(after, rest, to.first(combined));
}

void Flattener::versions(Nest nest, const Body* body, std::span<const Var> to, const Stm& like) {
  const bool is_outer_wanted = has_attribute(like.attrs, AttributeKind::FlatteningOnlyOuter);
  const Chosen chosen = !is_outer_wanted && has_tiles(nest, body)
                            ? Chosen{Way::Distribute, {.ground = Ground::Tiles}}
                            : way(nest, body, like);
  std::optional<std::vector<Step>> steps;
  if (chosen.way != Way::Outer) steps = plan(nest, body, Rows::Refused);
  Nest inside = nest;
  inside.distributed_levels = nest.levels.size();
  nest.left =
      steps || chosen.way == Way::Outer ? chosen.because : Because{.ground = Ground::NotTakenApart};
  if (!steps) return segmap_of(nest, body, to);
  if (chosen.way == Way::Distribute) {
    record_distributed(nest, chosen.because);
    return distribute(std::move(inside), body, *steps, to);
  }

  inside.versions++;
  choose(
      nest, to, [&](std::span<const Var> results) { segmap_of(nest, body, results); },
      [&](std::span<const Var> results) { distribute(inside, body, *steps, results); });
}

}  // namespace planish::passes
