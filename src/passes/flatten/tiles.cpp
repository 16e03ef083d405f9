#include "passes/flatten/tiles.h"

#include <algorithm>
#include <unordered_set>

#include "passes/flatten/flattening.h"
#include "plan/shared_tile.h"

namespace planish::passes {

using namespace ir;

Tiles::Tiles(Flattening& all)
    : target_(all.target),
      thresholds_(all.thresholds),
      storage_(all.storage),
      parallelism_(all.parallelism),
      points_(all.points),
      entry_(all.entry),
      layouts_(all.storage) {
  for (const Function* fn : all.program.functions) find_layouts(*fn->body);
}

void Tiles::find_layouts(const Body& body) {
  for (const Stm& stm : body.stms) {
    layouts_.bind(stm);
    for_each_body(stm.op, [&](const Body* inner) { find_layouts(*inner); });
  }
}

// Is there a reduction in it that can be done in tiles, in which what was read is used many times,
// as in a matrix product? The plan of an operator of its own would say so.
bool Tiles::has_tiles(const Nest& nest, const Body* body) {
  if (nest.levels.size() < 2) return false;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const Reduce* reduce = even_reduction(nest, stm);
    if (reduce == nullptr) return false;
    const std::unique_ptr<const plan::TilePlan> plan = tile(nest, body, *reduce);
    return plan != nullptr && plan->shares;
  });
}

const Reduce* Tiles::even_reduction(const Nest& nest, const Stm& stm) const {
  const auto* reduce = as<Reduce>(stm.op);
  const bool is_even =
      reduce != nullptr && !parallelism_.too_few(reduce) && nest.is_invariant(reduce->width);
  return is_even ? reduce : nullptr;
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

std::optional<Tiles::Steps> Tiles::steps_of(const Nest& nest, const Body* body,
                                            const Reduce& reduce, std::span<const Stm> before) {
  std::optional<std::vector<Stm>> rows = rows_before(nest, body, reduce);
  if (!rows) return std::nullopt;
  const size_t count = reduce.neutral.size();
  Steps out;
  out.elements = reduce.map != nullptr ? reduce.map->params : reduce.op->params.subspan(count);
  std::vector<Stm> stms = std::move(*rows);
  stms.insert(stms.end(), before.begin(), before.end());
  std::vector<Atom> needed(reduce.arrays.begin(), reduce.arrays.end());
  if (reduce.map != nullptr) {
    stms.insert(stms.end(), reduce.map->body->stms.begin(), reduce.map->body->stms.end());
    out.results.assign(reduce.map->body->results.begin(), reduce.map->body->results.end());
  } else {
    for (const Param& param : out.elements) out.results.push_back(param.var);
  }
  needed.insert(needed.end(), out.results.begin(), out.results.end());
  const Body* code = points_.at_point(nest, stms, needed);
  out.stms.assign(code->stms.begin(), code->stms.end());
  return out;
}

std::unique_ptr<const plan::TilePlan> Tiles::tile(const Nest& nest, const Body* body,
                                                  const Reduce& reduce) {
  const std::optional<Steps> steps = steps_of(nest, body, reduce);
  if (!steps) return nullptr;
  std::vector<plan::TileQuestion::Element> elements;
  for (size_t i = 0; i < reduce.arrays.size(); i++)
    elements.push_back({steps->elements[i].var, reduce.arrays[i]});
  const plan::Context cx{storage_, target_, layouts_};
  const plan::TileQuestion question{nest.levels, steps->stms,    steps->results,
                                    *reduce.op,  reduce.neutral, elements};
  return plan::try_tile(cx, question).plan;
}

std::optional<Atom> Tiles::steps_apart(const Nest& nest, const Body* body) {
  const bool is_gpu = target_.machine == Machine::Gpu;
  for (const Stm& stm : body->stms) {
    const Reduce* reduce = even_reduction(nest, stm);
    if (reduce == nullptr) continue;
    if (is_gpu ? has_shared_steps(nest, body, *reduce) : sums_columns(nest, body, *reduce))
      return reduce->width;
  }
  return std::nullopt;
}

bool Tiles::sums_columns(const Nest& nest, const Body* body, const Reduce& reduce) {
  if (nest.levels.size() != 1) return false;
  const std::unique_ptr<const plan::TilePlan> plan = tile(nest, body, reduce);
  return plan != nullptr && plan->reads_columns;
}

// What the body computes before the reduction for its function.
std::vector<Stm> Tiles::scalars_before(const Body* body, const Reduce& reduce) {
  std::unordered_set<Var> used;
  if (reduce.map != nullptr) {
    for (Var var : free_variables(storage_, reduce.map)) used.insert(var);
  }
  std::vector<Stm> stms;
  for (size_t i = body->stms.size(); i-- > 0;) {
    const Stm& stm = body->stms[i];
    const bool is_used = std::ranges::any_of(stm.pattern, [&](Var var) {
      return used.contains(var) && storage_.type(var)->is_scalar();
    });
    if (!is_used) continue;
    const Body alone{{&stm, 1}, {}};
    for (Var var : free_variables(storage_, &alone)) used.insert(var);
    stms.insert(stms.begin(), stm);
  }
  return stms;
}

// Asks about the operator that would be made: elements are read of arrays of the host.
bool Tiles::has_shared_steps(const Nest& nest, const Body* body, const Reduce& reduce) {
  const std::vector<Stm> scalars = scalars_before(body, reduce);
  const std::optional<Steps> steps = steps_of(nest, body, reduce, scalars);
  if (!steps || !reduce.width.var) return false;
  const Var step =
      storage_.new_var(storage_.names.intern("step"), storage_.types.scalar(Prim::I64));
  std::vector<Stm> stms;
  for (size_t i = 0; i < reduce.arrays.size(); i++) {
    const Var array = reduce.arrays[i];
    if (!nest.is_invariant(array)) return false;
    Stm read;
    read.pattern = storage_.arena.copy(std::vector<Var>{steps->elements[i].var});
    read.op = storage_.arena.make<Index>(
        Index{{Kind::Index}, array, storage_.arena.copy(std::vector<Atom>{Atom(step)})});
    stms.push_back(read);
  }
  stms.insert(stms.end(), steps->stms.begin(), steps->stms.end());
  std::vector<Level> levels = nest.levels;
  levels.push_back({step, reduce.width, {}});
  const Body code{storage_.arena.copy(stms), storage_.arena.copy(steps->results)};
  SegRed op{};
  op.kind = Kind::SegRed;
  op.space = {levels};
  op.commutative = reduce.commutative;
  op.op = reduce.op;
  op.neutral = reduce.neutral;
  op.body = &code;
  const plan::Tried<plan::SharedTilePlan> tried =
      plan::try_shared_tile({storage_, target_, layouts_}, op);
  return tried.plan != nullptr && !tried.plan->has_columns;
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
  if (!has_tiles(inside, parts.map->body) && !has_any(inside, parts.map->body)) return false;
  return std::ranges::all_of(parts.map->body->results, [&](const Atom& result) {
    return inside.is_invariant(storage_.type(result));
  });
}

bool Tiles::has_any(const Nest& nest, const Body* body) {
  if (target_.machine == Machine::Gpu) return false;
  return has_tiles(nest, body) || steps_apart(nest, body) ||
         std::ranges::any_of(body->stms, [&](const Stm& stm) {
           return stm.op->kind == Kind::Reduce && combines_tiles(nest, stm);
         });
}

}  // namespace planish::passes
