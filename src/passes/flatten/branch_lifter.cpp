#include "passes/flatten/branch_lifter.h"

#include <algorithm>
#include <numeric>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

BranchLifter::BranchLifter(Flattening& all)
    : storage_(all.storage),
      graph_(all.graph),
      parallelism_(all.parallelism),
      builder_(all.builder),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      bodies_(all.bodies) {}

const Op* BranchLifter::zero_or_one(const Atom& condition) {
  const Body* first = builder_.body([] { return std::vector<Atom>{Atom::i64(0)}; });
  const Body* second = builder_.body([] { return std::vector<Atom>{Atom::i64(1)}; });
  return builder_.make(If{{}, condition, first, second});
}

void BranchLifter::lift_if(Nest& nest, const Stm& stm, const If& op) {
  Var chosen = builder_.new_var("branch", storage_.types.scalar(Prim::I64));
  Stm classify{builder_.list<Var>({chosen}), zero_or_one(op.condition), {}, {}, stm.place};
  const Body* bodies[] = {op.then_body, op.else_body};
  lift_branches(nest, stm, classify, bodies);
}

// The points of the branches, in their order.
std::vector<Nest> BranchLifter::branch_nests(const Nest& nest, std::span<const Stm> classify,
                                             size_t count) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Atom> values{classify.back().pattern[0]};
  for (const Level& level : nest.levels) values.emplace_back(level.index);
  Nest inside = nest;
  for (const Stm& stm : classify) inside.bind(stm.pattern);
  Piece code = points_.piece(inside, classify, values);
  Atom classes = Atom::i64(static_cast<int64_t>(count));
  Var kept = builder_.new_var("kept", i64);
  Dim kept_dim = Dim::variable(kept);
  Dim class_dim = Builder::dim(classes);
  Var counts = builder_.new_var("counts", storage_.types.array(Prim::I64, {&class_dim, 1}));
  std::vector<Var> pattern{kept, counts};
  for (size_t i = 0; i < nest.levels.size(); i++)
    pattern.push_back(builder_.new_var("order", storage_.types.array(Prim::I64, {&kept_dim, 1})));
  arrays_.add(pattern, builder_.make(SegPartition{{}, code.space, classes, code.body}), nest);

  std::vector<Nest> nests;
  Atom start = Atom::i64(0);
  for (size_t k = 0; k < count; k++) {
    Atom number = Atom::i64(static_cast<int64_t>(k));
    Var points = builder_.let("points", i64,
                              builder_.make(Index{{}, counts, builder_.list<Atom>({number})}));
    nests.push_back(listed_points(nest, std::span(pattern).subspan(2), start, points));
    if (k + 1 < count) start = builder_.binary(BinaryOp::Add, start, points, "start");
  }
  return nests;
}

Nest BranchLifter::listed_points(const Nest& nest, std::span<const Var> order, const Atom& start,
                                 Var count) {
  Nest branch = entry_.over_list(nest, count);
  Var index = branch.levels[0].index;
  Dim dim = Dim::variable(count);
  for (size_t i = 0; i < nest.levels.size(); i++) {
    Var part = builder_.let(
        "order", storage_.types.array(Prim::I64, {&dim, 1}),
        builder_.make(
            Slice{{}, order[i], builder_.list<SliceDim>({{false, start, count, Atom::i64(1)}})}));
    branch.add({builder_.list<Var>({nest.levels[i].index}),
                builder_.make(Index{{}, part, builder_.list<Atom>({index})}),
                {},
                {},
                nest.place});
  }
  for (const Stm& stm : nest.stms) branch.add(stm);
  return branch;
}

// Note [Branches before a recursion]
// What a branch gives is written to its place when all branches are done. If one of them is a
// recursion, then the others come first, with copies of what they give. So nothing that was there
// before it is needed after it, and of an array that is worked on in parts there are not as many
// copies as the recursion is deep: a part that is not cut further is copied once.
std::vector<size_t> BranchLifter::recursion_last(std::vector<const Body*>& bodies,
                                                 std::span<const size_t> rows) {
  std::vector<size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto recursion =
      std::ranges::stable_partition(order, [&](size_t k) { return !calls_recursive(bodies[k]); });
  if (!recursion.empty()) {
    for (size_t k : std::span(order).first(order.size() - recursion.size()))
      bodies[k] = with_own_results(bodies[k], rows);
  }
  return order;
}

void BranchLifter::lift_branches(Nest& nest, const Stm& stm, const Stm& classify,
                                 std::span<const Body* const> branches) {
  std::vector<Nest> nests = branch_nests(nest, {&classify, 1}, branches.size());
  nest.bind(stm.pattern);
  // What differs in size from point to point is written after the numbers that say how much it is.
  std::vector<size_t> plain;
  std::vector<size_t> rows;
  for (size_t i = 0; i < stm.pattern.size(); i++)
    (nest.varying_dims(storage_.type(stm.pattern[i])) == 0 ? plain : rows).push_back(i);

  std::vector<Var> dests;
  for (size_t i : plain)
    dests.push_back(arrays_.zeros(
        "result", storage_.types.with_outer(nest.dims(), storage_.type(stm.pattern[i]))));
  std::span<const Atom> shape = arrays_.sizes(nest.dims());
  std::vector<const Body*> bodies(branches.begin(), branches.end());
  for (size_t k : recursion_last(bodies, rows)) {
    std::vector<Stm> rest;
    Nest& branch = nests[k];
    branch = bodies_.lift_statements(std::move(branch), bodies[k], rest);
    if (!rows.empty()) keep_results(branch, rest, bodies[k]->results);
    if (plain.empty() && rest.empty()) continue;
    std::vector<Atom> values = nest.indices();
    for (size_t i : plain) values.push_back(bodies[k]->results[i]);
    for (const Stm& one : rest) branch.bind(one.pattern);
    Piece code = points_.piece(branch, rest, values);
    std::vector<Var> written;
    for (Var dest : dests) written.push_back(builder_.new_var("result", storage_.type(dest)));
    arrays_.add(written,
                builder_.make(SegScatter{{}, code.space, shape, builder_.list(dests), code.body}),
                branch);
    dests = written;
  }
  for (size_t i = 0; i < plain.size(); i++)
    values_.hold(nest, stm.pattern[plain[i]], {dests[i], {}});
  for (size_t i : rows) {
    Var var = stm.pattern[i];
    const Type* type = storage_.type(var);
    Segments where = layout_.segments(nest, layout_.row_sizes(nest, type));
    Var dest = arrays_.zeros("rows", layout_.rows_type(nest, type, where.total));
    for (size_t k = 0; k < bodies.size(); k++)
      dest = write_rows(nest, nests[k], var, bodies[k]->results[i], where, dest);
    values_.hold(nest, var, {dest, where});
  }
}

void BranchLifter::lift_match(Nest& nest, const Stm& stm, const Match& op) {
  Var chosen = builder_.new_var("branch", storage_.types.scalar(Prim::I64));
  std::vector<const Body*> bodies;
  auto number_of_next = [&] {
    Atom number = Atom::i64(static_cast<int64_t>(bodies.size()));
    return builder_.body([&] { return std::vector<Atom>{number}; });
  };
  Match now = op;
  std::vector<MatchCase> cases(op.cases.begin(), op.cases.end());
  for (MatchCase& one : cases) {
    const Body* body = one.body;
    one.body = number_of_next();
    bodies.push_back(body);
  }
  now.cases = builder_.list(cases);
  if (op.otherwise != nullptr) {
    now.otherwise = number_of_next();
    bodies.push_back(op.otherwise);
  }
  Stm classify{builder_.list<Var>({chosen}), builder_.make(now), {}, {}, stm.place};
  lift_branches(nest, stm, classify, bodies);
}

bool BranchLifter::calls_recursive(const Body* body) const {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* call = as<Call>(stm.op);
    bool found = call != nullptr && graph_.is_recursive(call->fn);
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || calls_recursive(inner); });
    return found;
  });
}

const Body* BranchLifter::with_own_results(const Body* body, std::span<const size_t> results) {
  std::vector<Stm> stms(body->stms.begin(), body->stms.end());
  std::vector<Atom> given(body->results.begin(), body->results.end());
  for (size_t i : results) {
    const bool is_own = std::ranges::any_of(body->stms, [&](const Stm& stm) {
      return std::ranges::find(stm.pattern, given[i].var) != stm.pattern.end();
    });
    if (is_own) continue;
    Var copy = builder_.new_var("own", storage_.type(given[i]));
    stms.push_back({builder_.list<Var>({copy}),
                    builder_.make(Copy{{}, given[i].var}),
                    {},
                    {},
                    builder_.place});
    given[i] = copy;
  }
  return storage_.arena.make<Body>(Body{builder_.list(stms), builder_.list(given)});
}

void BranchLifter::keep_results(Nest& nest, std::vector<Stm>& rest, std::span<const Atom> results) {
  if (rest.empty()) return;
  std::vector<Stm> cheap;
  std::unordered_set<Var> bound;  // by other statements
  for (const Stm& stm : rest) {
    if (parallelism_.is_cheap_later(stm, nest)) {
      cheap.push_back(stm);
    } else {
      bound.insert(stm.pattern.begin(), stm.pattern.end());
    }
    nest.bind(stm.pattern);
  }
  std::vector<Atom> kept;
  auto keep = [&](const Atom& atom) {
    // Certificates are not kept.
    bool is_value =
        atom.var && bound.contains(atom.var) && storage_.type(atom.var)->elem != Prim::Unit;
    if (is_value && std::ranges::find(kept, atom) == kept.end()) kept.push_back(atom);
  };
  for (const Atom& result : results) keep(result);
  Body again{cheap, {}};
  for (Var var : free_variables(storage_, &again)) keep(var);
  bodies_.keep_values(nest, rest, std::move(kept));
  for (Stm stm : cheap) {
    // What they certify has been checked.
    std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
    std::erase_if(certs, [&](Var cert) { return bound.contains(cert); });
    stm.certs = builder_.list(certs);
    nest.add(stm);
  }
  rest.clear();
}

Var BranchLifter::write_rows(const Nest& nest, const Nest& branch, Var var, const Atom& result,
                             const Segments& where, Var dest) {
  Nest inside = branch;
  const Type* type = storage_.type(result);
  size_t varying = nest.varying_dims(storage_.type(var));
  std::span<const Atom> row = arrays_.sizes(type->dims.first(varying));
  // The place of the point among those of the nest.
  Nest numbered = nest;
  numbered.stms.clear();
  Atom point = layout_.number(numbered);
  for (const Stm& stm : numbered.stms) inside.add(stm);
  Var start =
      layout_.compute(inside, "start", Index{{}, where.offsets, builder_.list<Atom>({point})});
  std::vector<Atom> at;
  for (const Atom& size : row) {
    entry_.add_level(inside, size);
    at.emplace_back(inside.levels.back().index);
  }
  Atom place = at[0];
  for (size_t i = 1; i < at.size(); i++) {
    Var before = layout_.compute(inside, "before", Binary{{}, BinaryOp::Mul, place, row[i]});
    place = layout_.compute(inside, "place", Binary{{}, BinaryOp::Add, before, at[i]});
  }
  Var to = layout_.compute(inside, "to", Binary{{}, BinaryOp::Add, start, place});
  Var element = builder_.new_var("element", storage_.types.without_outer(type, varying));
  Stm read{builder_.list<Var>({element}),
           builder_.make(Index{{}, result.var, builder_.list(at)}),
           {},
           {},
           nest.place};
  inside.bind(read.pattern);
  Piece code = points_.piece(inside, {&read, 1}, std::vector<Atom>{to, element});
  Var written = builder_.new_var("rows", storage_.type(dest));
  arrays_.add({&written, 1},
              builder_.make(SegScatter{{},
                                       code.space,
                                       builder_.list<Atom>({where.total}),
                                       builder_.list<Var>({dest}),
                                       code.body}),
              branch);
  return written;
}

}  // namespace planish::passes
