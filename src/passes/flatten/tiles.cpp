#include "passes/flatten/tiles.h"

#include <algorithm>
#include <unordered_set>

#include "passes/flatten/flattening.h"
#include "plan/tile.h"

namespace planish::passes {

using namespace ir;

Tiles::Tiles(Flattening& all)
    : target_(all.target),
      thresholds_(all.thresholds),
      storage_(all.storage),
      parallelism_(all.parallelism),
      points_(all.points),
      entry_(all.entry) {}

// Is there a reduction in it that can be done in tiles, in which what was read is used many times,
// as in a matrix product? The plan of an operator of its own would say so.
bool Tiles::has_tiles(const Nest& nest, const Body* body) {
  if (nest.levels.size() < 2) return false;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* reduce = as<Reduce>(stm.op);
    return reduce != nullptr && !parallelism_.too_few(reduce) && nest.is_invariant(reduce->width) &&
           is_tiled(nest, body, *reduce);
  });
}

std::optional<std::vector<Stm>> Tiles::rows_before(const Nest& nest, const Body* body,
                                                   const Reduce& reduce) {
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
    if (row == nullptr) return std::nullopt;
    used.insert(row->array);
    stms.insert(stms.begin(), stm);
  }
  return stms;
}

bool Tiles::is_tiled(const Nest& nest, const Body* body, const Reduce& reduce) {
  std::optional<std::vector<Stm>> stms = rows_before(nest, body, reduce);
  if (!stms) return false;
  const size_t count = reduce.neutral.size();
  const std::span<const Param> params =
      reduce.map != nullptr ? reduce.map->params : reduce.op->params.subspan(count);
  std::vector<plan::TileQuestion::Element> elements;
  std::vector<Atom> needed;
  for (size_t i = 0; i < reduce.arrays.size(); i++) {
    elements.push_back({params[i].var, reduce.arrays[i]});
    needed.push_back(reduce.arrays[i]);
  }
  std::vector<Atom> results;
  if (reduce.map != nullptr) {
    stms->insert(stms->end(), reduce.map->body->stms.begin(), reduce.map->body->stms.end());
    results.assign(reduce.map->body->results.begin(), reduce.map->body->results.end());
  } else {
    for (const Param& param : params) results.push_back(param.var);
  }
  needed.insert(needed.end(), results.begin(), results.end());
  const Body* code = points_.at_point(nest, *stms, needed);
  const plan::Layouts layouts(storage_);
  const plan::Context cx{storage_, target_, layouts};
  const plan::TileQuestion question{nest.levels, code->stms,     results,
                                    *reduce.op,  reduce.neutral, elements};
  const plan::Tried<plan::TilePlan> tried = plan::try_tile(cx, question);
  return tried.plan != nullptr && tried.plan->shares;
}

bool Tiles::combines_tiles(const Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  if (stm.op->kind == Kind::Map || parts.map == nullptr || !nest.is_invariant(parts.width) ||
      std::ranges::none_of(parts.map->body->stms,
                           [](const Stm& inner) { return inner.op->kind == Kind::Reduce; }))
    return false;
  if (parts.width.is_const() &&
      static_cast<int64_t>(parts.width.constant.bits) < thresholds_.tile_columns)
    return false;
  Nest inside = nest;
  entry_.enter(inside, stm, parts);
  for (const Stm& inner : parts.map->body->stms) inside.bind(inner.pattern);
  if (!has_tiles(inside, parts.map->body)) return false;
  return std::ranges::all_of(parts.map->body->results, [&](const Atom& result) {
    return inside.is_invariant(storage_.type(result));
  });
}

}  // namespace planish::passes
