#include "passes/flatten/point_code.h"

#include <algorithm>

#include "analysis/only_read.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

PointCode::PointCode(Flattening& all)
    : storage_(all.storage),
      log_(all.log),
      builder_(all.builder),
      sequential_(all.sequential),
      arrays_(all.arrays) {}

Piece PointCode::piece(const Nest& nest, std::span<const Stm> stms, std::span<const Atom> results) {
  Piece made;
  std::vector<Level> levels;
  for (const Level& level : nest.levels) {
    Var index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
    made.indices[level.index] = index;
    levels.push_back({index, level.bound, level.offsets});
  }
  made.space.levels = storage_.arena.copy(levels);
  made.body = point_copy(nest, at_point(nest, stms, results), made.indices);
  log_.record_loops(made.body, nest.place,
                    nest.left.value_or(Because{.ground = Ground::NotTakenApart}));
  return made;
}

const Body* PointCode::at_point(const Nest& nest, std::span<const Stm> stms,
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
const Body* PointCode::point_copy(const Nest& nest, const Body* body, const Substitution& by) {
  sequential_.gone.clear();
  for (Var var : free_variables(storage_, body)) {
    if (!nest.is_invariant(var) && !by.contains(var)) sequential_.gone.insert(var);
  }
  const Body* made = clone_body(storage_, sequential_.body(body), by);
  sequential_.gone.clear();
  return made;
}

const Lambda* PointCode::point_function(const Nest& nest, const Piece& piece, const Lambda* fn) {
  Substitution by = piece.indices;
  std::vector<Param> params;
  for (const Param& param : fn->params) {
    const VarInfo info = storage_.vars[param.var.id];
    params.push_back({storage_.new_var(info.name, info.type), param.unique});
    by[param.var] = params.back().var;
  }
  const Body* body = point_copy(nest, at_point(nest, fn->body->stms, fn->body->results), by);
  log_.record_loops(body, nest.place, {.ground = Ground::NotTakenApart});
  return storage_.arena.make<Lambda>(Lambda{storage_.arena.copy(params), body, fn->place});
}

const Lambda* PointCode::operator_copy(const Lambda* op) {
  const Lambda* copy = clone_lambda(storage_, sequential_.lambda(op));
  log_.record_loops(copy->body, {}, log_.in_operator());
  return copy;
}

void PointCode::add_segmap(const Nest& nest, const Body* body, std::span<const Var> to) {
  Piece made = piece(nest, body->stms, body->results);
  arrays_.add(to, builder_.make(SegMap{{}, made.space, made.body}), nest);
}

}  // namespace planish::passes
