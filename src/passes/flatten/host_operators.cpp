#include "passes/flatten/host_operators.h"

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

HostOperators::HostOperators(Flattening& all)
    : target_(all.target),
      thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      parallelism_(all.parallelism),
      log_(all.log),
      builder_(all.builder),
      vectorised_(all.vectorised),
      vars_(all.vars),
      entry_(all.entry),
      core_(all.core),
      rounds_(all.rounds),
      liftability_(all.liftability),
      versions_(all.versions),
      tiles_(all.tiles),
      steps_(all.steps),
      flattener_(all.flattener),
      nests_(all.nests),
      ends_(all.ends),
      maps_(all.maps),
      writes_(all.writes) {}

void HostOperators::flatten_operator(const Stm& stm) {
  if (const auto* rows = as<FlatMap>(stm.op)) return maps_.host_flat_map(stm, *rows);
  Nest nest;
  nest.place = stm.place;
  const auto* map = as<Map>(stm.op);
  if (map == nullptr) {
    if (!split_operator(stm) && !split(stm, nest)) ends_.end_with(nest, stm, stm.pattern);
    return;
  }
  entry_.enter(nest, stm, *operator_parts(stm.op));
  nests_.flatten_body(std::move(nest), map->fn->body, stm.pattern, stm);
}

void HostOperators::flatten_code(const Body* code) {
  for (const Stm& stm : code->stms) flattener_.flatten_statement(stm);
}

// ---- A function with parallelism of its own before an operator

bool HostOperators::split(const Stm& stm, Nest& around) {
  OperatorParts parts = *operator_parts(stm.op);
  if (parts.map == nullptr) return false;
  Nest nest;
  nest.place = stm.place;
  entry_.enter(nest, stm, parts);
  Nest inside = nest;
  bool lifts = liftability_.needs_lifting(parts.map->body, inside);
  if (!lifts) {
    inside = nest;
    if (!parallelism_.contains_worth(parts.map->body, inside)) return false;
  }
  for (const Atom& result : parts.map->body->results) {
    if (!inside.is_invariant(storage_.type(result))) return false;
  }
  auto [chosen, because] = versions_.way(nest, parts.map->body, stm);
  const bool is_outer_wanted = has_attribute(stm.attrs, AttributeKind::FlatteningOnlyOuter);
  if (!lifts && !is_outer_wanted && tiles_.has_any(nest, parts.map->body)) {
    chosen = Way::Distribute;
    because = {.ground = Ground::Tiles};
  }
  if (chosen == Way::Outer) {
    around.left = because;
    return false;
  }
  if (!lifts && liftability_.has_rows() &&
      !steps_.plan(nest, parts.map->body, BodySteps::Rows::Refused))
    return false;
  if (stm.op->kind == Kind::Filter) {
    flatten_code(core_.map_before(stm));
    return true;
  }
  if (chosen == Way::Distribute) {
    log_.record_distributed(nest, because);
    map_first(stm, stm.pattern);
    return true;
  }
  Nest alone = around;
  alone.left = because;
  auto outer = [&](std::span<const Var> to) { ends_.end_with(alone, stm, to); };
  auto inner = [&](std::span<const Var> to) { map_first(stm, to); };
  if (lifts) {
    const Versions::Enough enough = versions_.enough_outer(nest, parts.map->body);
    log_.record_versions(enough.condition, nest.place, enough.because);
    versions_.choose_if(enough.condition, nest, stm.pattern, outer, inner);
  } else {
    versions_.choose(nest, stm.pattern, outer, inner);
  }
  return true;
}

void HostOperators::map_first(const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  Nest nest;
  entry_.enter(nest, stm, parts);
  nest.distributed_levels = 1;
  nest.versions = 1;
  Nest outer;
  outer.levels = nest.levels;
  std::vector<Var> mapped;
  for (const Atom& result : parts.map->body->results)
    mapped.push_back(vars_.array_over(outer, result));
  nests_.flatten_body(std::move(nest), parts.map->body, mapped, stm);

  Stm rest = stm;
  std::span<const Var> arrays = storage_.arena.copy(mapped);
  // How many values are not gathered, and how many results come before those that are.
  size_t taken = parts.neutral.empty() ? mapped.size() : parts.neutral.size();
  size_t made = taken;
  if (const auto* scan = as<Scan>(stm.op)) {
    taken = scan->taken();
    made = scan->made();
  }
  bool gathers = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  rest.op = core_.without_map(stm.op, gathers ? arrays.first(taken) : arrays);
  ends_.end_with({}, rest, gathers ? to.first(made) : to);
  if (!gathers) return;
  for (size_t i = made; i < to.size(); i++) {
    builder_.add(to.subspan(i, 1), builder_.make(Same{{}, mapped[i - made + taken]}));
  }
}

// ---- Parallel operators

bool HostOperators::split_operator(const Stm& stm) {
  if (stm.op->kind == Kind::Hist) return split_histogram(stm);
  OperatorParts parts = *operator_parts(stm.op);
  bool combines = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  if (!combines || liftability_.has_rows() || !liftability_.has_parallel_operator(parts, {}))
    return false;
  if (CoreCode::has_post(stm)) {
    flatten_code(core_.scan_and_map(stm));
    return true;
  }
  Nest nest;
  nest.place = stm.place;
  entry_.add_level(nest, parts.width);
  const Way chosen = versions_.way(nest, parts.op->body, stm).way;
  if (chosen == Way::Outer) return false;
  auto in_rounds = [&](std::span<const Var> to) {
    flatten_code(rounds_.combined_in_rounds(stm, to, CombineRounds::Where::Host));
  };
  if (chosen == Way::Distribute) {
    in_rounds(stm.pattern);
  } else {
    versions_.choose(
        nest, stm.pattern, [&](std::span<const Var> to) { ends_.end_with({}, stm, to); },
        in_rounds);
  }
  return true;
}

// Note [Histograms of arrays] in write_lifter.h
bool HostOperators::split_histogram(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const bool is_parallel = liftability_.has_parallel_operator(parts, {});
  const bool is_on_gpu = target_.machine == Machine::Gpu;
  if (liftability_.has_rows() || !(is_on_gpu || is_parallel)) return false;
  Nest nest;
  nest.place = stm.place;
  entry_.add_level(nest, parts.width);
  builder_.place = stm.place;
  std::optional<VectorisedOperators::ByElement> by =
      vectorised_.by_element(parts.op, parts.neutral);
  const bool only_elements = is_on_gpu && by;
  if (!only_elements && !is_parallel) return false;
  const Way chosen = only_elements ? Way::Distribute : versions_.way(nest, parts.op->body, stm).way;
  if (chosen == Way::Outer) return false;
  auto inner = [&](std::span<const Var> to) {
    if (by) return write_elements(stm, *by, to);
    Stm renamed = stm;
    renamed.pattern = to;
    flatten_code(core_.histogram_by_sorting(renamed));
  };
  if (chosen == Way::Distribute) {
    inner(stm.pattern);
    return true;
  }
  Atom leave =
      limits_.at_least(thresholds_.enough_outer, parts.width, "elements", "enough_elements");
  if (!by) {
    Atom bins = parts.shape[0];
    for (const Atom& size : parts.shape.subspan(1))
      bins = builder_.binary(BinaryOp::Mul, bins, size, "bins");
    Atom few = builder_.binary(BinaryOp::Mul, parts.width, Atom::i64(thresholds_.bins_per_value));
    leave = builder_.binary(BinaryOp::Or, leave, builder_.binary(BinaryOp::Lt, few, bins), "leave");
  }
  log_.record_versions(leave, stm.place, log_.enough_elements());
  versions_.choose_if(
      leave, nest, stm.pattern, [&](std::span<const Var> to) { ends_.end_with({}, stm, to); },
      inner);
  return true;
}

void HostOperators::write_elements(const Stm& stm, const VectorisedOperators::ByElement& by,
                                   std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  Stm hist = stm;
  if (!writes_.is_cheap_function(parts.map)) {
    const Body* code = core_.map_before(stm);
    const Stm& map = code->stms[0];
    OperatorParts mapped = *operator_parts(map.op);
    Nest inside;
    inside.place = stm.place;
    entry_.enter(inside, map, mapped);
    inside.distributed_levels = 1;
    inside.versions = 1;
    nests_.flatten_body(std::move(inside), mapped.map->body, map.pattern, map);
    hist = code->stms[1];
  }
  std::vector<Lifted> dests;
  for (Var dest : parts.dests) dests.push_back({dest, {}});
  Nest outside;
  outside.place = stm.place;
  writes_.write_elements(outside, hist, dests, by, to);
}

}  // namespace planish::passes
