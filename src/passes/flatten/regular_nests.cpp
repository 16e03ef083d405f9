#include "passes/flatten/regular_nests.h"

#include <algorithm>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

RegularNests::RegularNests(Flattening& all)
    : thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      parallelism_(all.parallelism),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      entry_(all.entry),
      core_(all.core),
      liftability_(all.liftability),
      tiles_(all.tiles),
      versions_(all.versions),
      steps_(all.steps),
      ends_(all.ends),
      distribution_(all.distribution),
      bodies_(all.bodies) {}

void RegularNests::flatten_body(Nest nest, const Body* body, std::span<const Var> to,
                                const Stm& like) {
  if (has_attribute(like.attrs, AttributeKind::SequentialInner)) {
    nest.left = DecisionLog::asked(AttributeKind::SequentialInner);
    return points_.add_segmap(nest, body, to);
  }
  if (flatten_perfect(nest, body, to, like)) return;
  Nest inside = nest;
  if (liftability_.needs_lifting(body, inside)) return lift_body(std::move(nest), body, to, like);
  inside = nest;
  if (!parallelism_.contains_worth(body, inside)) return points_.add_segmap(nest, body, to);
  // What one statement gives another may differ in size.
  if (!liftability_.has_rows() && !steps_.plan(nest, body, BodySteps::Rows::Refused))
    return lift_body(std::move(nest), body, to, like);
  flatten_versions(std::move(nest), body, to, like);
}

void RegularNests::lift_body(Nest nest, const Body* body, std::span<const Var> to,
                             const Stm& like) {
  std::vector<Lifted> lifted = bodies_.lift_versions(std::move(nest), body, like);
  for (size_t i = 0; i < to.size(); i++) {
    // Rows that turn out to be as long as each other.
    if (lifted[i].rows) {
      builder_.add({&to[i], 1}, arrays_.reshape(lifted[i].array, storage_.type(to[i])));
    } else {
      arrays_.bind(to[i], lifted[i].array);
    }
  }
}

// ---- Perfect nests

bool RegularNests::flatten_perfect(const Nest& nest, const Body* body, std::span<const Var> to,
                                   const Stm& like) {
  if (body->stms.empty() || body->results.empty()) return false;
  const Stm& last = body->stms.back();
  Kind kind = last.op->kind;
  if (kind != Kind::Map && kind != Kind::Reduce && kind != Kind::Scan) return false;
  OperatorParts parts = *operator_parts(last.op);
  if (parts.map != nullptr && std::ranges::any_of(parts.map->params, &Param::unique)) return false;
  const std::span<const Stm> before = body->stms.first(body->stms.size() - 1);
  if (!is_cheap(before, body)) return false;
  Nest inside = nest;
  for (const Stm& stm : before) inside.add(stm);
  if (!can_be_inner(last, inside)) return false;
  const std::optional<std::vector<Var>> outer_of = results_of_last(nest, body, to);
  if (!outer_of) return false;
  inside.bind(last.pattern);
  // What was said of the outer map holds for the nest.
  Stm inner_like = last;
  std::vector<Attribute> attrs(last.attrs.begin(), last.attrs.end());
  attrs.insert(attrs.end(), like.attrs.begin(), like.attrs.end());
  inner_like.attrs = storage_.arena.copy(attrs);
  if (!has_attribute(inner_like.attrs, AttributeKind::FlatteningOnlyOuter) &&
      tiles_.combines_tiles(inside, last)) {
    builder_.place = last.place;
    Atom enough =
        limits_.at_least(thresholds_.tile_columns, parts.width, "columns", "enough_columns");
    log_.record_versions(enough, last.place,
                         {.ground = Ground::EnoughColumns, .limit = thresholds_.tile_columns});
    versions_.choose_if(
        enough, inside, *outer_of,
        [&](std::span<const Var> results) { tiles_then_combine(inside, last, results); },
        [&](std::span<const Var> results) { ends_.end_or_lift(inside, inner_like, results); });
  } else if (kind != Kind::Map) {
    ends_.end_or_lift(inside, inner_like, *outer_of);
  } else {
    entry_.enter(inside, last, parts);
    flatten_body(std::move(inside), parts.map->body, *outer_of, inner_like);
  }
  return true;
}

bool RegularNests::is_cheap(std::span<const Stm> stms, const Body* body) {
  double repeated = 0;
  for (const Stm& stm : stms) {
    if (parallelism_.is_generator(stm, body)) continue;
    if (!parallelism_.is_cheap(stm)) return false;
    repeated += parallelism_.cost(stm);
  }
  return repeated <= thresholds_.repeated_nanoseconds;
}

// A reduction may have another number of elements at each point: its result is one value all the
// same.
bool RegularNests::can_be_inner(const Stm& stm, Nest& nest) const {
  const bool reduces_rows = stm.op->kind == Kind::Reduce && liftability_.is_liftable(stm, nest) &&
                            liftability_.combines_alike(*operator_parts(stm.op), nest) &&
                            std::ranges::all_of(stm.pattern, [&](Var var) {
                              return nest.is_invariant(storage_.type(var));
                            });
  return reduces_rows || parallelism_.fits(stm, nest);
}

std::optional<std::vector<Var>> RegularNests::results_of_last(const Nest& nest, const Body* body,
                                                              std::span<const Var> to) {
  const std::span<const Var> given = body->stms.back().pattern;
  std::vector<Var> outer_of(given.size());
  for (size_t i = 0; i < body->results.size(); i++) {
    auto at = std::ranges::find(given, body->results[i].var);
    if (!body->results[i].var || at == given.end()) return std::nullopt;
    Var& outer = outer_of[size_t(at - given.begin())];
    if (outer) return std::nullopt;
    outer = to[i];
  }
  for (size_t i = 0; i < outer_of.size(); i++) {
    if (!outer_of[i]) outer_of[i] = vars_.array_over(nest, given[i]);
  }
  return outer_of;
}

// ---- Versions

void RegularNests::flatten_versions(Nest nest, const Body* body, std::span<const Var> to,
                                    const Stm& like) {
  const bool is_outer_wanted = has_attribute(like.attrs, AttributeKind::FlatteningOnlyOuter);
  if (!is_outer_wanted && flatten_steps_apart(nest, body, to)) return;
  const ChosenWay chosen = !is_outer_wanted && tiles_.has_tiles(nest, body)
                               ? ChosenWay{Way::Distribute, {.ground = Ground::Tiles}}
                               : versions_.way(nest, body, like);
  std::optional<std::vector<BodyStep>> steps;
  if (chosen.way != Way::Outer) steps = steps_.plan(nest, body, BodySteps::Rows::Refused);
  Nest inside = nest;
  inside.distributed_levels = nest.levels.size();
  nest.left =
      steps || chosen.way == Way::Outer ? chosen.because : Because{.ground = Ground::NotTakenApart};
  if (!steps) return points_.add_segmap(nest, body, to);
  if (chosen.way == Way::Distribute) {
    log_.record_distributed(nest, chosen.because);
    return distribution_.distribute(std::move(inside), body, *steps, to);
  }

  inside.versions++;
  versions_.choose(
      nest, to, [&](std::span<const Var> results) { points_.add_segmap(nest, body, results); },
      [&](std::span<const Var> results) {
        distribution_.distribute(inside, body, *steps, results);
      });
}

// Long reductions of which all points need the same steps, or whose elements lie side by side at
// neighbouring points, are operators of their own, however many points there are. As many steps are
// worth it as columns of products are.
bool RegularNests::flatten_steps_apart(const Nest& nest, const Body* body,
                                       std::span<const Var> to) {
  const std::optional<Atom> width = tiles_.steps_apart(nest, body);
  if (!width || nest.versions >= thresholds_.versions) return false;
  const std::optional<std::vector<BodyStep>> steps =
      steps_.plan(nest, body, BodySteps::Rows::Refused);
  if (!steps) return false;
  builder_.place = nest.place;
  const Because because{.ground = Ground::EnoughElements, .limit = thresholds_.tile_columns};
  const Atom enough = limits_.at_least(thresholds_.tile_columns, *width, "steps", "enough_steps");
  log_.record_versions(enough, nest.place, because);
  Nest shared = nest;
  shared.versions++;
  shared.distributed_levels = nest.levels.size();
  versions_.choose_if(
      enough, nest, to,
      [&](std::span<const Var> results) {
        log_.record_distributed(shared, {.ground = Ground::Tiles});
        distribution_.distribute(shared, body, *steps, results);
      },
      [&](std::span<const Var> results) { points_.add_segmap(nest, body, results); });
  return true;
}

void RegularNests::tiles_then_combine(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  Nest inside = nest;
  entry_.enter(inside, stm, parts);
  inside.distributed_levels = inside.levels.size();
  std::vector<Var> mapped;
  for (size_t i = 0; i < combined; i++)
    mapped.push_back(vars_.array_over(inside, parts.map->body->results[i]));
  std::vector<Var> arrays = mapped;
  arrays.insert(arrays.end(), to.begin() + ptrdiff_t(combined), to.end());
  flatten_body(inside, parts.map->body, arrays, stm);

  Nest after = nest;
  std::vector<Var> rows;
  for (Var array : mapped) {
    const Type* type = storage_.types.without_outer(storage_.type(array), nest.levels.size());
    rows.push_back(builder_.new_var("row", type));
    entry_.read(after, rows.back(), array, nest.indices(), NestEntry::Use::Read);
  }
  Stm rest = stm;
  rest.pattern = stm.pattern.first(combined);
  rest.op = core_.without_map(stm.op, builder_.list(rows));
  ends_.end_with(after, rest, to.first(combined));
}

}  // namespace planish::passes
