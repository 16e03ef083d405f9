#include "passes/flatten/versions.h"

#include <algorithm>

#include "analysis/cost.h"
#include "analysis/foreign_symbols.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

Versions::Versions(Flattening& all)
    : thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      graph_(all.graph),
      parallelism_(all.parallelism),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      liftability_(all.liftability),
      lifted_functions_(all.lifted_functions) {}

ChosenWay Versions::way(const Nest& nest, const Body* body, const Stm& like) {
  using enum AttributeKind;
  if (nest.levels.size() <= nest.distributed_levels) return {Way::Distribute, {}};
  for (AttributeKind wanted : {FlatteningNoOuter, FlatteningOnlyInner}) {
    if (has_attribute(like.attrs, wanted)) return {Way::Distribute, DecisionLog::asked(wanted)};
  }
  if (has_attribute(like.attrs, FlatteningOnlyOuter))
    return {Way::Outer, DecisionLog::asked(FlatteningOnlyOuter)};
  if (has_lifted_foreign(body)) return {Way::Distribute, {.ground = Ground::CalledForAll}};
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
  const Because enough_around{.ground = Ground::EnoughAround, .limit = thresholds_.enough_outer};
  if (known >= thresholds_.enough_outer) return {Way::Outer, enough_around};
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
  return {Way::Both, enough_around};
}

// ---- How much there is to do

// The width of an operator of the body that is known before anything is done; the cheap code that
// it takes is added to the nest.
std::optional<Atom> Versions::work_at_point(Nest& nest, const Body* body) {
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
std::optional<Atom> Versions::row_at_point(const Nest& nest, const Body* body) const {
  for (const Stm& stm : body->stms) {
    if (stm.op->kind == Kind::Update || !liftability_.makes_elements(stm)) continue;
    Atom size = Builder::atom(storage_.type(stm.pattern[0])->dims[0]);
    if (nest.inner.contains(size.var)) return size;
  }
  return std::nullopt;
}

Versions::Enough Versions::enough_outer(const Nest& nest, const Body* body) {
  builder_.place = nest.place;
  Atom points = layout_.point_count(nest);
  auto at_least = [&](int64_t count) {
    return Enough{limits_.at_least(count, points, "points", "many"),
                  {.ground = Ground::EnoughPoints, .limit = count}};
  };
  Nest inside = nest;
  std::optional<Atom> width = work_at_point(inside, body);
  if (!width) width = row_at_point(inside, body);
  if (!width) return at_least(thresholds_.enough_unknown);
  const Enough many = at_least(thresholds_.enough_outer);
  if (inside.is_invariant(*width)) return many;

  const Work work = work_at_all_points(inside, *width, points);
  auto binary = [&](BinaryOp kind, Atom x, Atom y) { return builder_.binary(kind, x, y); };
  Atom small = limits_.at_most(thresholds_.small_work, work.total, "work");
  Atom short_rows = limits_.at_most(thresholds_.small_row, work.largest, "row");
  Atom share = binary(BinaryOp::Mul, work.largest, Atom::i64(thresholds_.balanced_shares));
  Atom balanced = binary(BinaryOp::Or, short_rows, binary(BinaryOp::Le, share, work.total));
  return {binary(BinaryOp::Or, small, binary(BinaryOp::And, many.condition, balanced)),
          {.ground = Ground::Spread, .limit = thresholds_.enough_outer}};
}

Versions::Work Versions::work_at_all_points(const Nest& nest, const Atom& at_point,
                                            const Atom& points) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Space space;
  const Body* element = nullptr;
  if (nest.levels.size() == 1) {
    const std::vector<Atom> twice{at_point, at_point};
    Piece code = points_.piece(nest, {}, twice);
    space = code.space;
    element = code.body;
  } else {
    Var lengths = layout_.lengths_at_points(nest, {&at_point, 1});
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
  arrays_.add(both, builder_.make(SegRed{{}, space, true, op, neutral, element}), nest);
  return {both[0], both[1]};
}

// ---- Choices of rows

Atom Versions::enough_here(const Nest& nest, const Body* body) {
  auto [enough, because] = enough_outer(nest, body);
  if (const Var depth = lifted_functions_.depth()) {
    Atom deep = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.deepest), depth, "deep");
    enough = builder_.binary(BinaryOp::Or, enough, deep, "enough");
  }
  log_.record_versions(enough, nest.place, because);
  return enough;
}

Versions::ChosenResults Versions::chosen_results(const Nest& nest, const Body* body) {
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  ChosenResults made;
  Atom one_more = builder_.binary(BinaryOp::Add, layout_.point_count(nest), Atom::i64(1), "ends");
  Dim ends = Builder::dim(one_more);
  made.offsets_type = storage_.types.array(Prim::I64, {&ends, 1});
  std::vector<Var> arrays;
  for (const Atom& result : body->results) {
    const Type* type = storage_.type(result);
    Lifted& one = made.results.emplace_back();
    if (bound.varying_dims(type) == 0) {
      one.array = vars_.array_over(bound, result);
      arrays.push_back(one.array);
      continue;
    }
    Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
    made.pattern.push_back(total);
    one.rows = {builder_.new_var("offsets", made.offsets_type), total};
    one.array = builder_.new_var("rows", layout_.rows_type(bound, type, total));
    arrays.push_back(one.rows->offsets);
    arrays.push_back(one.array);
  }
  made.pattern.insert(made.pattern.end(), arrays.begin(), arrays.end());
  return made;
}

// Totals, then offsets and arrays.
std::vector<Atom> Versions::in_pattern_order(const std::vector<Lifted>& results,
                                             const Type* offsets_type) {
  std::vector<Atom> ordered;
  std::vector<Atom> arrays;
  for (const Lifted& one : results) {
    if (one.rows) {
      ordered.push_back(one.rows->total);
      arrays.emplace_back(arrays_.as_type(one.rows->offsets, offsets_type));
    }
    arrays.emplace_back(one.array);
  }
  ordered.insert(ordered.end(), arrays.begin(), arrays.end());
  return ordered;
}

void Versions::add_choice(const Atom& condition, const Nest& nest, std::span<const Var> pattern,
                          const Body* outer, const Body* inner) {
  arrays_.add(pattern, builder_.make(If{{}, condition, outer, inner}), nest);
  if (graph_.comes_to_recursion(outer)) builder_.annotate_last({AttributeKind::Versions});
}

}  // namespace planish::passes
