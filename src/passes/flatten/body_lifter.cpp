#include "passes/flatten/body_lifter.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

BodyLifter::BodyLifter(Flattening& all)
    : storage_(all.storage),
      parallelism_(all.parallelism),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      layout_(all.layout),
      values_(all.values),
      gatherer_(all.gatherer),
      liftability_(all.liftability),
      versions_(all.versions),
      steps_(all.steps),
      nests_(all.nests),
      distribution_(all.distribution),
      maps_(all.maps),
      new_arrays_(all.new_arrays),
      combines_(all.combines),
      writes_(all.writes),
      branches_(all.branches),
      loops_(all.loops),
      calls_(all.calls),
      foreign_(all.foreign) {}

// ---- Results of bodies

// The results of the function of a map at all points of the nest inside it.
std::vector<Lifted> BodyLifter::results_inside(const Nest& inside, const Body* body,
                                               const Stm& like) {
  Nest bound = inside;
  bool lifts = liftability_.needs_lifting(body, bound);
  bool regular = std::ranges::all_of(body->results, [&](const Atom& result) {
    return bound.varying_dims(storage_.type(result)) == 0;
  });
  if (lifts || !regular) {
    bool sequential = has_attribute(like.attrs, AttributeKind::SequentialInner);
    bool is_parallel = liftability_.contains_liftable(body, inside) ||
                       (!liftability_.has_rows() && liftability_.makes_rows(body, inside));
    return sequential || !is_parallel ? outer_only(inside, body)
                                      : lift_versions(inside, body, like);
  }
  std::vector<Lifted> results;
  std::vector<Var> arrays;
  for (const Atom& result : body->results) {
    arrays.push_back(vars_.array_over(inside, result));
    results.push_back({arrays.back(), {}});
  }
  nests_.flatten_body(inside, body, arrays, like);
  return results;
}

std::vector<Lifted> BodyLifter::lift_versions(Nest nest, const Body* body, const Stm& like) {
  const ChosenWay chosen = versions_.way(nest, body, like);
  switch (chosen.way) {
    case Way::Outer: nest.left = chosen.because; return outer_only(std::move(nest), body);
    case Way::Distribute:
      log_.record_distributed(nest, chosen.because);
      nest.distributed_levels = nest.levels.size();
      return lift(std::move(nest), body);
    case Way::Both: break;
  }
  Nest inside = nest;
  inside.versions++;
  inside.distributed_levels = nest.levels.size();
  nest.left = chosen.because;
  return versions_.choose_lifted(
      nest, body, [&] { return outer_only(nest, body); }, [&] { return lift(inside, body); });
}

std::vector<Lifted> BodyLifter::outer_only(Nest nest, const Body* body) {
  for (const Stm& stm : body->stms) nest.bind(stm.pattern);
  return gatherer_.gather(nest, body->stms, body->results);
}

std::vector<Lifted> BodyLifter::lift(Nest nest, const Body* body) {
  std::vector<Stm> rest;
  nest = lift_statements(std::move(nest), body, rest);
  // What has been made already, and what is made at the end.
  std::vector<std::optional<Lifted>> made;
  std::vector<Atom> others;
  for (const Atom& result : body->results) {
    bool once = std::ranges::count(body->results, result) == 1;
    made.push_back(once ? nest.owned_lifted(result) : std::nullopt);
    if (!made.back()) others.push_back(result);
  }
  std::vector<Lifted> lifted;
  if (!rest.empty() || !others.empty()) lifted = gatherer_.gather(nest, rest, others);
  std::vector<Lifted> all;
  size_t next = 0;
  for (const std::optional<Lifted>& one : made) all.push_back(one ? *one : lifted[next++]);
  return all;
}

// ---- Statements

Nest BodyLifter::lift_statements(Nest nest, const Body* body, std::vector<Stm>& rest) {
  std::vector<BodyStep> steps = *steps_.plan(nest, body, BodySteps::Rows::Wanted);
  steps_.join_calls(steps);
  for (const BodyStep& step : steps) {
    if (step.kind == BodyStep::Kind::Again) {
      nest.add(step.stms[0]);
      continue;
    }
    if (step.kind == BodyStep::Kind::Operator) {
      if (step.stms.size() > 1) {
        calls_.lift_calls(nest, step.stms);
      } else {
        lift_statement(nest, step.stms[0]);
      }
      continue;
    }
    for (const Stm& stm : step.stms) nest.bind(stm.pattern);
    if (&step == &steps.back()) {
      rest = step.stms;
      break;
    }
    keep_values(nest, step.stms, {step.kept.begin(), step.kept.end()});
  }
  return nest;
}

void BodyLifter::lift_statement(Nest& nest, const Stm& stm) {
  builder_.place = stm.place;
  match(
      stm.op, [&](const Map& n) { maps_.lift_map(nest, stm, n); },
      [&](const FlatMap& n) { maps_.lift_flat_map(nest, stm, n); },
      [&](const Reduce&) { combines_.lift_combine(nest, stm); },
      [&](const Scan&) { combines_.lift_combine(nest, stm); },
      [&](const Filter&) { maps_.lift_filter(nest, stm); },
      [&](const Hist&) { writes_.lift_writes(nest, stm); },
      [&](const Scatter&) { writes_.lift_writes(nest, stm); },
      [&](const If& n) { branches_.lift_if(nest, stm, n); },
      [&](const Match& n) { branches_.lift_match(nest, stm, n); },
      [&](const Call&) { calls_.lift_calls(nest, {&stm, 1}); },
      [&](const Loop& n) { lift_loop(nest, stm, n); },
      [&](const Foreign& n) { foreign_.lift_foreign(nest, stm, n); },
      [&](const auto&) { new_arrays_.lift_elements(nest, stm); });
}

// One that is the same at all points stands around the nest.
void BodyLifter::lift_loop(Nest& nest, const Stm& stm, const Loop& loop) {
  Nest inside = nest;
  if (!parallelism_.fits(stm, inside)) return loops_.lift_loop(nest, stm, loop);
  std::vector<Var> arrays;
  for (Var var : stm.pattern) arrays.push_back(vars_.array_over(nest, var));
  distribution_.interchange(nest, stm, loop, arrays);
  for (size_t i = 0; i < arrays.size(); i++) values_.hold(nest, stm.pattern[i], {arrays[i], {}});
}

void BodyLifter::lift_code(Nest& nest, const Body* code, std::span<const Var> results) {
  std::vector<Stm> rest;
  nest = lift_statements(std::move(nest), code, rest);
  std::vector<Atom> kept;
  for (Var var : results) {
    if (!nest.lifted(var)) kept.emplace_back(var);
  }
  if (!kept.empty()) keep_values(nest, rest, kept);
}

void BodyLifter::keep_values(Nest& nest, std::span<const Stm> stms, std::vector<Atom> kept) {
  auto is_bound = [&](const Atom& atom) {
    return std::ranges::any_of(stms, [&](const Stm& stm) {
      return std::ranges::find(stm.pattern, atom.var) != stm.pattern.end();
    });
  };
  for (size_t i = 0; i < kept.size(); i++) {
    for (const Atom& size : layout_.row_sizes(nest, storage_.type(kept[i]))) {
      if (is_bound(size) && std::ranges::find(kept, size) == kept.end()) kept.push_back(size);
    }
  }
  std::vector<Lifted> lifted = gatherer_.gather(nest, stms, kept);
  // Numbers first: types of rows mention them.
  for (bool scalars : {true, false}) {
    for (size_t i = 0; i < kept.size(); i++) {
      if (storage_.type(kept[i])->is_scalar() == scalars)
        values_.hold(nest, kept[i].var, lifted[i]);
    }
  }
}

}  // namespace planish::passes
