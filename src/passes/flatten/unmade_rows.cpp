#include "passes/flatten/unmade_rows.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

namespace {

bool binds(const Stm& stm, const Atom& atom) {
  return atom.var && std::ranges::find(stm.pattern, atom.var) != stm.pattern.end();
}

// Gives numbers in order, or one value many times: elements that are computed where they are read.
bool is_generator(const Storage& storage, const Op* op) {
  const auto* replicate = as<Replicate>(op);
  return op->kind == Kind::Iota || (replicate != nullptr && replicate->dims.size() == 1 &&
                                    storage.type(replicate->value)->is_scalar());
}

}  // namespace

UnmadeRowsReader::UnmadeRowsReader(Flattening& all)
    : storage_(all.storage),
      parallelism_(all.parallelism),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      gatherer_(all.gatherer),
      core_(all.core),
      liftability_(all.liftability),
      steps_(all.steps),
      ends_(all.ends) {}

// ---- May it be done?

// Its functions have no parallelism that would be lost, and it gives nothing but what it combines
// or writes.
bool UnmadeRowsReader::reads_elements(const Stm& reader) const {
  if (!parallelism_.may_be_parallel(reader)) return false;
  const OperatorParts parts = *operator_parts(reader.op);
  if (!liftability_.is_plain_function(parts.map, {})) return false;
  if (parts.op != nullptr && liftability_.has_parallel_operator(parts, {})) return false;
  if (reader.op->kind != Kind::Reduce) return true;
  return (parts.map == nullptr || parts.map->body->results.size() == parts.neutral.size()) &&
         std::ranges::all_of(parts.neutral,
                             [&](const Atom& atom) { return storage_.type(atom)->is_scalar(); });
}

std::optional<std::vector<BodyStep>> UnmadeRowsReader::steps_before_rows(const Nest& nest,
                                                                         const FlatMap& map,
                                                                         UnmadeRows& unmade) {
  const Body* body = map.fn->body;
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  const auto is_scalar = [&](const Atom& atom) { return storage_.type(atom)->is_scalar(); };
  const auto is_row = [&](const Atom& atom) {
    return std::ranges::find(unmade.rows, atom) != unmade.rows.end();
  };
  // The length differs, rows consist of scalars, and what else is given are scalars.
  if (map.groups.size() != 1 || bound.is_invariant(unmade.length) ||
      std::ranges::any_of(unmade.arrays,
                          [&](Var var) { return storage_.type(var)->rank() != 1; }) ||
      !std::ranges::all_of(body->results.subspan(1 + map.groups[0]), is_scalar))
    return std::nullopt;
  const std::vector<BodyStep> steps = *steps_.plan(nest, body, BodySteps::Rows::Wanted);
  std::vector<BodyStep> before;
  for (const BodyStep& step : steps) {
    for (const Stm& stm : step.stms) {
      const Body alone{{&stm, 1}, {}};
      const auto is_made = [&](Var var) {
        return std::ranges::any_of(unmade.operators,
                                   [&](const Stm& one) { return binds(one, var); });
      };
      if (std::ranges::any_of(free_variables(storage_, &alone), is_made)) return std::nullopt;
    }
    if (step.stms.size() == 1 && is_generator(storage_, step.stms[0].op)) {
      before.push_back({BodyStep::Kind::Again, step.stms, {}});
      continue;
    }
    if (step.kind != BodyStep::Kind::Operator) {
      // Nothing but rows comes after rows.
      const bool is_sequential = step.kind == BodyStep::Kind::Sequential;
      if (is_sequential &&
          (!unmade.operators.empty() || !std::ranges::all_of(step.kept, is_scalar)))
        return std::nullopt;
      before.push_back(step);
      continue;
    }
    const Stm& stm = step.stms[0];
    const auto* rows = as<Map>(stm.op);
    if (rows == nullptr || rows->width != unmade.length ||
        !std::ranges::all_of(stm.pattern, is_row) ||
        !liftability_.is_plain_function(rows->fn, bound))
      return std::nullopt;
    unmade.operators.push_back(stm);
  }
  if (before.empty() || before.back().kind != BodyStep::Kind::Sequential) return before;
  // What would be done together with the rows, were they made. Rows that are views need it.
  BodyStep& last = before.back();
  std::vector<BodyStep> again;
  for (const Stm& stm : last.stms) {
    if (parallelism_.is_cheap_later(stm, bound)) {
      again.push_back({BodyStep::Kind::Again, {stm}, {}});
    } else if (stm.op->kind != Kind::Check) {
      if (!std::ranges::all_of(stm.pattern, is_scalar)) return std::nullopt;
      last.kept.insert(last.kept.end(), stm.pattern.begin(), stm.pattern.end());
    }
  }
  before.insert(before.end(), again.begin(), again.end());
  return before;
}

// ---- Where the flat map stands

void UnmadeRowsReader::do_steps(const std::vector<BodyStep>& steps, UnmadeRows& unmade) {
  Nest& nest = unmade.nest;
  for (const BodyStep& step : steps) {
    if (step.kind == BodyStep::Kind::Again) {
      nest.add(step.stms[0]);
      continue;
    }
    for (const Stm& inside : step.stms) nest.bind(inside.pattern);
    // The length is computed together with its checks.
    std::vector<Atom> kept(step.kept.begin(), step.kept.end());
    const bool has_length =
        !nest.holder(unmade.length) &&
        std::ranges::any_of(nest.stms, [&](const Stm& one) { return binds(one, unmade.length); });
    if (has_length) kept.push_back(unmade.length);
    const std::vector<Lifted> made = gatherer_.gather(nest, step.stms, kept);
    for (size_t i = 0; i < step.kept.size(); i++) values_.hold(nest, step.kept[i], made[i]);
    if (has_length) nest.holders[unmade.length.var] = {made.back().array, 1, true};
  }
}

std::optional<UnmadeRows> UnmadeRowsReader::without_rows(const Stm& stm, const Stm& reader) {
  const FlatMap& map = *as<FlatMap>(stm.op);
  if (liftability_.has_rows() || !parallelism_.may_be_parallel(stm) || !reads_elements(reader) ||
      has_attribute(stm.attrs, AttributeKind::SequentialInner) ||
      has_attribute(stm.attrs, AttributeKind::SequentialOuter) ||
      has_attribute(stm.attrs, AttributeKind::FlatteningOnlyOuter))
    return std::nullopt;
  const std::span<const Atom> given = map.fn->body->results;
  UnmadeRows unmade;
  Nest& nest = unmade.nest;
  nest.place = stm.place;
  unmade.length = given[0];
  for (size_t i = 0; i < map.groups[0]; i++) {
    unmade.arrays.push_back(stm.pattern[2 + i]);
    unmade.rows.push_back(given[1 + i]);
  }
  entry_.enter(nest, stm, *operator_parts(stm.op));
  nest.distributed_levels = 1;
  const std::optional<std::vector<BodyStep>> steps = steps_before_rows(nest, map, unmade);
  if (!steps) return std::nullopt;
  do_steps(*steps, unmade);
  const Var lengths = layout_.lengths_at_points(nest, {&unmade.length, 1});
  nest.holders[unmade.length.var] = {lengths, 1, true};
  const Segments rows = layout_.segments(nest, {&unmade.length, 1});
  builder_.add(stm.pattern.first(1), builder_.make(Same{{}, rows.total}));
  arrays_.bind(stm.pattern[1], lengths);
  const std::span<const Var> others = stm.pattern.subspan(2 + map.groups[0]);
  if (!others.empty()) {
    const Body values{{}, given.subspan(1 + map.groups[0])};
    points_.add_segmap(nest, &values, others);
  }
  return unmade;
}

// ---- Where the reader stands

std::unordered_map<Var, Atom> UnmadeRowsReader::row_elements(const UnmadeRows& unmade, Nest& nest,
                                                             std::vector<Stm>& stms) {
  const Atom at = nest.levels.back().index;
  std::unordered_map<Var, Atom> elements;
  for (const Stm& stm : unmade.operators) {
    const Map& map = *as<Map>(stm.op);
    for (size_t i = 0; i < map.arrays.size(); i++)
      entry_.read(nest, map.fn->params[i].var, map.arrays[i], {&at, 1}, NestEntry::Use::Read);
    stms.insert(stms.end(), map.fn->body->stms.begin(), map.fn->body->stms.end());
    for (size_t i = 0; i < stm.pattern.size(); i++)
      elements[stm.pattern[i]] = map.fn->body->results[i];
  }
  std::unordered_map<Var, Atom> of_arrays;
  for (size_t i = 0; i < unmade.arrays.size(); i++) {
    const Var row = unmade.rows[i].var;
    if (!elements.contains(row)) {
      const Var element = builder_.new_var("x", storage_.types.scalar(storage_.type(row)->elem));
      entry_.read(nest, element, row, {&at, 1}, NestEntry::Use::Read);
      elements[row] = element;
    }
    of_arrays[unmade.arrays[i]] = elements.at(row);
  }
  return of_arrays;
}

void UnmadeRowsReader::read_rows(const UnmadeRows& unmade, const Stm& reader) {
  const OperatorParts parts = *operator_parts(reader.op);
  Nest nest = unmade.nest;
  nest.place = reader.place;
  nest.certs.insert(nest.certs.end(), reader.certs.begin(), reader.certs.end());
  entry_.add_level(nest, unmade.length);
  std::vector<Stm> stms;
  const std::unordered_map<Var, Atom> elements = row_elements(unmade, nest, stms);
  // The elements as the reader's function names them; those of other arrays are where the point is
  // among all.
  const std::vector<Atom> at = nest.indices();
  std::vector<Atom> results;
  for (size_t i = 0; i < parts.arrays.size(); i++) {
    const Var array = parts.arrays[i];
    const auto element = elements.find(array);
    const Var param =
        parts.map != nullptr
            ? parts.map->params[i].var
            : builder_.new_var("x", storage_.types.without_outer(storage_.type(array), 1));
    results.emplace_back(param);
    if (element == elements.end()) {
      entry_.read(nest, param, array, at, NestEntry::Use::Read);
    } else {
      stms.push_back({builder_.list<Var>({param}),
                      builder_.make(Same{{}, element->second}),
                      {},
                      {},
                      reader.place});
    }
  }
  if (parts.map != nullptr) {
    const Body* body = parts.map->body;
    stms.insert(stms.end(), body->stms.begin(), body->stms.end());
    results.assign(body->results.begin(), body->results.end());
  }
  for (const Stm& stm : stms) nest.bind(stm.pattern);
  const Piece made = points_.piece(nest, stms, results);
  const NestEnds::Written written{{parts.shape.begin(), parts.shape.end()},
                                  {parts.dests.begin(), parts.dests.end()}};
  const Op* op = ends_.operator_over(nest, made, reader, written);
  if (reader.op->kind != Kind::Reduce) return arrays_.add(reader.pattern, op, nest);
  // Each row, and then what these give.
  std::vector<Var> of_rows;
  for (const Atom& neutral : parts.neutral)
    of_rows.push_back(vars_.array_over(unmade.nest, neutral));
  arrays_.add(of_rows, op, nest);
  Stm all = reader;
  all.op = core_.without_map(reader.op, builder_.list(of_rows));
  // One value for each row, not one for each element.
  Reduce of_all = *as<Reduce>(all.op);
  of_all.width = unmade.nest.levels[0].bound;
  all.op = builder_.make(of_all);
  ends_.end_with({}, all, reader.pattern);
}

}  // namespace planish::passes
