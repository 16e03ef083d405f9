// Lifting: nests whose parallelism differs from point to point.
//
// Note [Lifting]
// The body of a nest is done statement by statement for all points at once, as in distribution, but
// what one statement gives another may have other sizes at every point. Then it is kept in rows
// that follow each other (Lifted), with one array of offsets for all rows of the same sizes.
// Parallel statements become
//
//   map, reduce, scan, filter   operators over the nest with one more level, which is irregular if the width differs
//   if, match                   the points are sorted by branch, and each branch is lifted over its own points; results
//                               are written to where they belong (lift_branches.cpp)
//   loop                        iterations of all points that still have some, one after the other (lift_loops.cpp)
//   call                        a call of the lifted function, which takes the arguments of all points (lift_calls.cpp)
//
// and everything else is code for one point: a segmap, or, where that gives rows, a segflatmap.
// Values of the points around are read by index; nothing is replicated.
//
// That is worth it where there are few points, or where one of them has most of the work. Otherwise
// one thread for each point is better: `outer_only` does all of the body as sequential code. What
// is better is seen when the program runs (enough_outer).
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

// ---- What can be lifted

bool Flattener::needs_lifting(const Body* body, Nest& nest) {
  bool found = false;
  for (const Stm& stm : body->stms) {
    Nest inside = nest;
    found = found || (!parallelism_.is_worth(stm, inside) && is_liftable(stm, nest));
    nest.bind(stm.pattern);
  }
  return found;
}

bool Flattener::contains_liftable(const Body* body, const Nest& nest) {
  Nest inside = nest;
  for (const Stm& stm : body->stms) {
    if (is_liftable(stm, inside)) return true;
    inside.bind(stm.pattern);
  }
  return false;
}

bool Flattener::is_liftable(const Stm& stm, Nest& nest) {
  if (has_rows_ || has_attribute(stm.attrs, AttributeKind::Sequential)) return false;
  auto no_accumulator = [&](Var var) { return !storage_.type(var)->is_acc(); };
  if (!std::ranges::all_of(stm.pattern, no_accumulator)) return false;
  auto operators = [&] {
    return parallelism_.may_be_parallel(stm) && !parallelism_.too_few(stm.op);
  };
  return match(
      stm.op, [&](const Map&) { return operators(); }, [&](const Reduce&) { return operators(); },
      [&](const Scan&) { return operators(); }, [&](const Filter&) { return operators(); },
      [&](const FlatMap&) { return operators(); }, [&](const Hist&) { return operators(); },
      [&](const Scatter&) { return operators(); },
      [&](const If& n) {
        return contains_liftable(n.then_body, nest) || contains_liftable(n.else_body, nest);
      },
      [&](const Match& n) {
        bool found = n.otherwise != nullptr && contains_liftable(n.otherwise, nest);
        for (const MatchCase& one : n.cases) found = found || contains_liftable(one.body, nest);
        return found;
      },
      [&](const Loop& n) { return loop_is_liftable(stm, n, nest); },
      [&](const Call& n) { return sequential_.is_parallel(n.fn) && !parallelism_.shows(stm); },
      [](const auto&) { return false; });
}

// ---- Bodies

std::vector<Lifted> Flattener::lift_versions(Nest nest, const Body* body, const Stm& like) {
  const Chosen chosen = way(nest, body, like);
  switch (chosen.way) {
    case Way::Outer: nest.left = chosen.because; return outer_only(std::move(nest), body);
    case Way::Distribute:
      record_distributed(nest, chosen.because);
      nest.distributed_levels = nest.levels.size();
      return lift(std::move(nest), body);
    case Way::Both: break;
  }
  Nest inside = nest;
  inside.versions++;
  inside.distributed_levels = nest.levels.size();
  nest.left = chosen.because;
  return choose_lifted(
      nest, body, [&] { return outer_only(nest, body); }, [&] { return lift(inside, body); });
}

std::vector<Lifted> Flattener::outer_only(Nest nest, const Body* body) {
  for (const Stm& stm : body->stms) nest.bind(stm.pattern);
  return gather(nest, body->stms, body->results);
}

std::vector<Lifted> Flattener::lift(Nest nest, const Body* body) {
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
  if (!rest.empty() || !others.empty()) lifted = gather(nest, rest, others);
  std::vector<Lifted> all;
  size_t next = 0;
  for (const std::optional<Lifted>& one : made) all.push_back(one ? *one : lifted[next++]);
  return all;
}

Nest Flattener::lift_statements(Nest nest, const Body* body, std::vector<Stm>& rest) {
  std::vector<Step> steps = *plan(nest, body, Rows::Wanted);
  join_calls(steps);
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::Again) {
      nest.add(step.stms[0]);
      continue;
    }
    if (step.kind == Step::Kind::Operator) {
      if (step.stms.size() > 1) {
        lift_calls(nest, step.stms);
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

// Makes what the statements give, and the sizes of it.
void Flattener::keep_values(Nest& nest, std::span<const Stm> stms, std::vector<Atom> kept) {
  auto is_bound = [&](const Atom& atom) {
    return std::ranges::any_of(stms, [&](const Stm& stm) {
      return std::ranges::find(stm.pattern, atom.var) != stm.pattern.end();
    });
  };
  for (size_t i = 0; i < kept.size(); i++) {
    for (const Atom& size : row_sizes(nest, storage_.type(kept[i]))) {
      if (is_bound(size) && std::ranges::find(kept, size) == kept.end()) kept.push_back(size);
    }
  }
  std::vector<Lifted> lifted = gather(nest, stms, kept);
  // Numbers first: types of rows mention them.
  for (bool scalars : {true, false}) {
    for (size_t i = 0; i < kept.size(); i++) {
      if (storage_.type(kept[i])->is_scalar() == scalars) hold(nest, kept[i].var, lifted[i]);
    }
  }
}

void Flattener::lift_statement(Nest& nest, const Stm& stm) {
  builder_.place = stm.place;
  match(
      stm.op, [&](const Map& n) { lift_map(nest, stm, n); },
      [&](const FlatMap& n) { lift_flat_map(nest, stm, n); },
      [&](const Reduce&) { lift_combine(nest, stm); },
      [&](const Scan&) { lift_combine(nest, stm); }, [&](const Filter&) { lift_filter(nest, stm); },
      [&](const Hist&) { lift_writes(nest, stm); }, [&](const Scatter&) { lift_writes(nest, stm); },
      [&](const If& n) { lift_if(nest, stm, n); },
      [&](const Match& n) { lift_match(nest, stm, n); },
      [&](const Call&) { lift_calls(nest, {&stm, 1}); },
      [&](const Loop& n) {
        Nest inside = nest;
        if (!parallelism_.fits(stm, inside)) return lift_loop(nest, stm, n);
        std::vector<Var> arrays;
        for (Var var : stm.pattern) arrays.push_back(array_over(nest, var));
        interchange(nest, stm, n, arrays);
        for (size_t i = 0; i < arrays.size(); i++) hold(nest, stm.pattern[i], {arrays[i], {}});
      },
      [&](const auto&) { lift_elements(nest, stm); });
}

// ---- Sequential code that gives values at each point

std::vector<Lifted> Flattener::gather(const Nest& around, std::span<const Stm> stms,
                                      std::span<const Atom> results) {
  Nest nest = around;
  std::vector<Lifted> made(results.size());
  // The results that are rows, by their sizes.
  struct Group {
    std::vector<Atom> sizes;
    std::vector<size_t> results;
  };
  std::vector<Group> groups;
  std::vector<size_t> elements;
  for (size_t i = 0; i < results.size(); i++) {
    std::vector<Atom> sizes = row_sizes(nest, storage_.type(results[i]));
    if (sizes.empty()) {
      elements.push_back(i);
      continue;
    }
    auto same = [&](const Group& group) { return group.sizes == sizes; };
    auto it = std::ranges::find_if(groups, same);
    if (it == groups.end()) it = groups.insert(groups.end(), {sizes, {}});
    it->results.push_back(i);
  }
  if (groups.empty()) {
    std::vector<Var> arrays;
    for (const Atom& result : results) arrays.push_back(array_over(nest, result));
    Body body{storage_.arena.copy(stms), storage_.arena.copy(results)};
    segmap_of(nest, &body, arrays);
    for (size_t i = 0; i < arrays.size(); i++) made[i].array = arrays[i];
    return made;
  }

  // Sizes are computed, and rows of several dimensions made one, at the end of the code.
  std::vector<Stm> all(stms.begin(), stms.end());
  Nest after = nest;
  after.stms.clear();
  std::vector<Atom> given;
  for (const Group& group : groups) given.push_back(product(after, group.sizes));
  std::vector<uint32_t> counts;
  std::vector<Var> totals;
  std::vector<Var> pattern;
  const Type* i64 = storage_.types.scalar(Prim::I64);
  for (size_t g = 0; g < groups.size(); g++) {
    counts.push_back(static_cast<uint32_t>(groups[g].results.size()));
    totals.push_back(builder_.new_var("total", i64));
  }
  pattern = totals;
  std::vector<Var> lengths;
  for (size_t g = 0; g < groups.size(); g++) {
    lengths.push_back(builder_.new_var("lengths", storage_.types.array(Prim::I64, nest.dims())));
  }
  pattern.insert(pattern.end(), lengths.begin(), lengths.end());
  for (size_t g = 0; g < groups.size(); g++) {
    for (size_t i : groups[g].results) {
      const Type* type = storage_.type(results[i]);
      Atom row = results[i];
      if (groups[g].sizes.size() > 1) {
        const Type* flat = rows_type(nest, type, given[g]);
        Var reshaped = builder_.new_var("row", flat);
        after.add(
            {builder_.list<Var>({reshaped}), reshape(results[i].var, flat), {}, {}, nest.place});
        row = reshaped;
      }
      given.push_back(row);
      made[i].array = builder_.new_var("rows", rows_type(nest, type, totals[g]));
      pattern.push_back(made[i].array);
    }
  }
  for (size_t i : elements) {
    given.push_back(results[i]);
    made[i].array = array_over(nest, results[i]);
    pattern.push_back(made[i].array);
  }
  for (const Stm& stm : after.stms) {
    all.push_back(stm);
    nest.bind(stm.pattern);
  }
  Piece code = piece(nest, all, given);
  add(pattern, builder_.make(SegFlatMap{{}, code.space, builder_.list(counts), code.body}), nest);
  for (size_t g = 0; g < groups.size(); g++) {
    Segments rows{segments_of(nest, lengths[g]).offsets, totals[g]};
    for (size_t i : groups[g].results) made[i].rows = rows;
  }
  return made;
}

// ---- Versions

// The width of an operator of the body that is known before anything is done; the cheap code that
// it takes is added to the nest.
std::optional<Atom> Flattener::work_at_point(Nest& nest, const Body* body) {
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  for (const Stm& stm : body->stms) {
    auto known = [&](const Atom& size) {
      return bound.is_invariant(size) ||
             (nest.inner.contains(size.var) && storage_.type(size)->is_scalar());
    };
    std::optional<OperatorParts> parts = operator_parts(stm.op);
    if (parts && known(parts->width)) return parts->width;
    if (const auto* call = as<Call>(stm.op)) {
      for (const Atom& argument : call->args) {
        const Type* type = storage_.type(argument);
        if (type->is_array() && known(Builder::atom(type->dims[0])))
          return Builder::atom(type->dims[0]);
      }
    }
    std::optional<Atom> inside;
    for_each_body(stm.op, [&](const Body* inner) {
      if (inside) return;
      // Only what is known outside of the branch or loop.
      Nest around = nest;
      inside = work_at_point(around, inner);
      if (inside && !known(*inside)) inside.reset();
    });
    if (inside) return inside;
    // Nothing is done before its checks.
    Body alone{{&stm, 1}, {}};
    bool can_be_done = std::ranges::all_of(free_variables(storage_, &alone), [&](Var var) {
      return bound.is_invariant(var) || nest.inner.contains(var);
    });
    if (can_be_done && parallelism_.is_cheap_later(stm, nest)) nest.add(stm);
  }
  return std::nullopt;
}

// The size of a row that the body makes, if it is known.
std::optional<Atom> Flattener::row_at_point(const Nest& nest, const Body* body) const {
  for (const Stm& stm : body->stms) {
    if (stm.op->kind == Kind::Update || !makes_elements(stm)) continue;
    Atom size = Builder::atom(storage_.type(stm.pattern[0])->dims[0]);
    if (nest.inner.contains(size.var)) return size;
  }
  return std::nullopt;
}

// There are enough points, and none of them has most of the work; or there is little to do at all.
Flattener::Enough Flattener::enough_outer(const Nest& nest, const Body* body) {
  builder_.place = nest.place;
  Atom points = point_count(nest);
  auto at_least = [&](int64_t count) {
    return Enough{builder_.binary(BinaryOp::Le, Atom::i64(count), points, "many"),
                  {.ground = Ground::EnoughPoints, .limit = count}};
  };
  Nest inside = nest;
  std::optional<Atom> width = work_at_point(inside, body);
  if (!width) width = row_at_point(inside, body);
  if (!width) return at_least(thresholds_.enough_unknown);
  const Enough many = at_least(thresholds_.enough_outer);
  if (inside.is_invariant(*width)) return many;

  const Type* i64 = storage_.types.scalar(Prim::I64);
  Space space;
  const Body* element = nullptr;
  if (inside.levels.size() == 1) {
    const std::vector<Atom> twice{*width, *width};
    Piece code = piece(inside, {}, twice);
    space = code.space;
    element = code.body;
  } else {
    Var lengths = lengths_at_points(inside, {&*width, 1});
    Var index = builder_.new_var("p", i64);
    space.levels = builder_.list<Level>({{index, points, {}}});
    element = builder_.body([&] {
      Var length = builder_.let("length", i64,
                                builder_.make(Index{{}, lengths, builder_.list<Atom>({index})}));
      return std::vector<Atom>{length, length};
    });
  }
  std::vector<Param> params;
  for (const char* name : {"a", "b", "c", "d"}) params.push_back({builder_.new_var(name, i64)});
  const Body* combine = builder_.body([&] {
    return std::vector<Atom>{
        builder_.binary(BinaryOp::Max, params[0].var, params[2].var, "largest"),
        builder_.binary(BinaryOp::Add, params[1].var, params[3].var, "sum")};
  });
  const auto* op = storage_.arena.make<Lambda>(Lambda{builder_.list(params), combine, nest.place});
  std::vector<Var> both{builder_.new_var("largest", i64), builder_.new_var("total", i64)};
  std::span<const Atom> neutral = builder_.list<Atom>({Atom::i64(0), Atom::i64(0)});
  add(both, builder_.make(SegRed{{}, space, true, op, neutral, element}), nest);

  auto binary = [&](BinaryOp kind, Atom x, Atom y) { return builder_.binary(kind, x, y); };
  Atom small = binary(BinaryOp::Le, both[1], Atom::i64(thresholds_.small_work));
  Atom short_rows = binary(BinaryOp::Le, both[0], Atom::i64(thresholds_.small_row));
  Atom share = binary(BinaryOp::Mul, both[0], Atom::i64(thresholds_.balanced_shares));
  Atom balanced = binary(BinaryOp::Or, short_rows, binary(BinaryOp::Le, share, both[1]));
  return {binary(BinaryOp::Or, small, binary(BinaryOp::And, many.condition, balanced)),
          {.ground = Ground::Spread, .limit = thresholds_.enough_outer}};
}

template <class Outer, class Inner>
std::vector<Lifted> Flattener::choose_lifted(const Nest& nest, const Body* body, Outer outer,
                                             Inner inner) {
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  auto [enough, because] = enough_outer(nest, body);
  if (depth_) {
    Atom deep = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.deepest), depth_, "deep");
    enough = builder_.binary(BinaryOp::Or, enough, deep, "enough");
  }
  record_versions(enough, nest.place, because);
  Atom one_more = builder_.binary(BinaryOp::Add, point_count(nest), Atom::i64(1), "ends");
  Dim ends = Builder::dim(one_more);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends, 1});

  std::vector<Var> totals;
  std::vector<Var> arrays;
  std::vector<Lifted> made;
  for (const Atom& result : body->results) {
    const Type* type = storage_.type(result);
    Lifted& one = made.emplace_back();
    if (bound.varying_dims(type) == 0) {
      one.array = array_over(bound, result);
      arrays.push_back(one.array);
      continue;
    }
    Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
    totals.push_back(total);
    one.rows = {builder_.new_var("offsets", offsets_type), total};
    one.array = builder_.new_var("rows", rows_type(bound, type, total));
    arrays.push_back(one.rows->offsets);
    arrays.push_back(one.array);
  }
  auto branch = [&](auto& fill) {
    return builder_.body([&] {
      std::vector<Lifted> lifted = fill();
      std::vector<Atom> results;
      std::vector<Atom> rest;
      for (size_t i = 0; i < lifted.size(); i++) {
        if (lifted[i].rows) {
          results.push_back(lifted[i].rows->total);
          rest.emplace_back(as_type(lifted[i].rows->offsets, offsets_type));
        }
        rest.emplace_back(lifted[i].array);
      }
      results.insert(results.end(), rest.begin(), rest.end());
      return results;
    });
  };
  const Body* then_body = branch(outer);
  const Body* else_body = branch(inner);
  std::vector<Var> pattern = totals;
  pattern.insert(pattern.end(), arrays.begin(), arrays.end());
  add(pattern, builder_.make(If{{}, enough, then_body, else_body}), nest);
  return made;
}

}  // namespace planish::passes
