// Rows that are not made, since one operator reads their elements: Note [Rows for one reader].
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

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

// ---- May it be done?

bool Flattener::is_plain_function(const Lambda* fn, const Nest& nest) {
  if (fn == nullptr) return true;
  if (std::ranges::any_of(fn->params, &Param::unique)) return false;
  Nest inside = nest;
  for (const Param& param : fn->params) inside.bind({&param.var, 1});
  Nest bound = inside;
  return !needs_lifting(fn->body, bound) && !parallelism_.contains_worth(fn->body, inside);
}

// Its functions have no parallelism that would be lost, and it gives nothing but what it combines
// or writes.
bool Flattener::reads_elements(const Stm& reader) {
  if (!parallelism_.may_be_parallel(reader)) return false;
  const OperatorParts parts = *operator_parts(reader.op);
  if (!is_plain_function(parts.map, {})) return false;
  if (parts.op != nullptr && has_parallel_operator(parts, {})) return false;
  if (reader.op->kind != Kind::Reduce) return true;
  return (parts.map == nullptr || parts.map->body->results.size() == parts.neutral.size()) &&
         std::ranges::all_of(parts.neutral,
                             [&](const Atom& atom) { return storage_.type(atom)->is_scalar(); });
}

std::optional<std::vector<Flattener::Step>> Flattener::steps_before_rows(const Nest& nest,
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
  const std::vector<Step> steps = *plan(nest, body, Rows::Wanted);
  std::vector<Step> before;
  for (const Step& step : steps) {
    for (const Stm& stm : step.stms) {
      const Body alone{{&stm, 1}, {}};
      const auto is_made = [&](Var var) {
        return std::ranges::any_of(unmade.operators,
                                   [&](const Stm& one) { return binds(one, var); });
      };
      if (std::ranges::any_of(free_variables(storage_, &alone), is_made)) return std::nullopt;
    }
    if (step.stms.size() == 1 && is_generator(storage_, step.stms[0].op)) {
      before.push_back({Step::Kind::Again, step.stms, {}});
      continue;
    }
    if (step.kind != Step::Kind::Operator) {
      // Nothing but rows comes after rows.
      const bool is_sequential = step.kind == Step::Kind::Sequential;
      if (is_sequential &&
          (!unmade.operators.empty() || !std::ranges::all_of(step.kept, is_scalar)))
        return std::nullopt;
      before.push_back(step);
      continue;
    }
    const Stm& stm = step.stms[0];
    const auto* rows = as<Map>(stm.op);
    if (rows == nullptr || rows->width != unmade.length ||
        !std::ranges::all_of(stm.pattern, is_row) || !is_plain_function(rows->fn, bound))
      return std::nullopt;
    unmade.operators.push_back(stm);
  }
  if (before.empty() || before.back().kind != Step::Kind::Sequential) return before;
  // What would be done together with the rows, were they made. Rows that are views need it.
  Step& last = before.back();
  std::vector<Step> again;
  for (const Stm& stm : last.stms) {
    if (parallelism_.is_cheap_later(stm, bound)) {
      again.push_back({Step::Kind::Again, {stm}, {}});
    } else if (stm.op->kind != Kind::Check) {
      if (!std::ranges::all_of(stm.pattern, is_scalar)) return std::nullopt;
      last.kept.insert(last.kept.end(), stm.pattern.begin(), stm.pattern.end());
    }
  }
  before.insert(before.end(), again.begin(), again.end());
  return before;
}

// ---- Where the flat map stands

std::optional<Flattener::UnmadeRows> Flattener::without_rows(const Stm& stm, const Stm& reader) {
  const FlatMap& map = *as<FlatMap>(stm.op);
  if (has_rows_ || !parallelism_.may_be_parallel(stm) || !reads_elements(reader) ||
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
  enter(nest, stm, *operator_parts(stm.op));
  nest.distributed_levels = 1;
  const std::optional<std::vector<Step>> steps = steps_before_rows(nest, map, unmade);
  if (!steps) return std::nullopt;

  for (const Step& step : *steps) {
    if (step.kind == Step::Kind::Again) {
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
    const std::vector<Lifted> values = gather(nest, step.stms, kept);
    for (size_t i = 0; i < step.kept.size(); i++) hold(nest, step.kept[i], values[i]);
    if (has_length) nest.holders[unmade.length.var] = {values.back().array, 1, true};
  }
  const Var lengths = lengths_at_points(nest, {&unmade.length, 1});
  nest.holders[unmade.length.var] = {lengths, 1, true};
  const Segments rows = segments(nest, {&unmade.length, 1});
  builder_.add(stm.pattern.first(1), builder_.make(Same{{}, rows.total}));
  bind_array(stm.pattern[1], lengths);
  const std::span<const Var> others = stm.pattern.subspan(2 + map.groups[0]);
  if (!others.empty()) {
    const Body values{{}, given.subspan(1 + map.groups[0])};
    segmap_of(nest, &values, others);
  }
  return unmade;
}

// ---- Where the reader stands

std::unordered_map<Var, Atom> Flattener::row_elements(const UnmadeRows& unmade, Nest& nest,
                                                      std::vector<Stm>& stms) {
  const Atom at = nest.levels.back().index;
  std::unordered_map<Var, Atom> elements;
  for (const Stm& stm : unmade.operators) {
    const Map& map = *as<Map>(stm.op);
    for (size_t i = 0; i < map.arrays.size(); i++)
      read(nest, map.fn->params[i].var, map.arrays[i], {&at, 1}, false);
    stms.insert(stms.end(), map.fn->body->stms.begin(), map.fn->body->stms.end());
    for (size_t i = 0; i < stm.pattern.size(); i++)
      elements[stm.pattern[i]] = map.fn->body->results[i];
  }
  std::unordered_map<Var, Atom> of_arrays;
  for (size_t i = 0; i < unmade.arrays.size(); i++) {
    const Var row = unmade.rows[i].var;
    if (!elements.contains(row)) {
      const Var element = builder_.new_var("x", storage_.types.scalar(storage_.type(row)->elem));
      read(nest, element, row, {&at, 1}, false);
      elements[row] = element;
    }
    of_arrays[unmade.arrays[i]] = elements.at(row);
  }
  return of_arrays;
}

void Flattener::read_rows(const UnmadeRows& unmade, const Stm& reader) {
  const OperatorParts parts = *operator_parts(reader.op);
  Nest nest = unmade.nest;
  nest.place = reader.place;
  nest.certs.insert(nest.certs.end(), reader.certs.begin(), reader.certs.end());
  add_level(nest, unmade.length);
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
      read(nest, param, array, at, false);
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
  const Piece made = piece(nest, stms, results);
  const Written written{{parts.shape.begin(), parts.shape.end()},
                        {parts.dests.begin(), parts.dests.end()}};
  const Op* op = operator_over(nest, made, reader, written);
  if (reader.op->kind != Kind::Reduce) return add(reader.pattern, op, nest);
  // Each row, and then what these give.
  std::vector<Var> of_rows;
  for (const Atom& neutral : parts.neutral) of_rows.push_back(array_over(unmade.nest, neutral));
  add(of_rows, op, nest);
  Stm all = reader;
  all.op = without_map(reader.op, builder_.list(of_rows));
  // One value for each row, not one for each element.
  Reduce of_all = *as<Reduce>(all.op);
  of_all.width = unmade.nest.levels[0].bound;
  all.op = builder_.make(of_all);
  end_with({}, all, reader.pattern);
}

}  // namespace planish::passes
