// Lifting of histograms whose operator, or the size of whose values, is another one at each point.
//
// Note [Histograms that differ]
// If the operator, or the neutral value, differs, what is combined gets the indices of its point as
// further components, as in reductions (Note [Operators that differ] in lift_combine.cpp). The
// destinations for these hold the indices of the points that they belong to.
//
// If the values are arrays whose sizes differ, they cannot be elements of one destination. Then the
// values are sorted by where they are to be combined, together with those that are there before,
// and each place is a reduction of its own (ir/order_by_bin.h).
//
// Note [Histograms of arrays]
// A parallel operator is left to one thread if there are enough values. With few of them, one that
// works on the elements of its arrays one by one is a histogram of the elements,
//
//   hist n [k] (dest) {replicate [m] 0} (map2 +) (is, vs)   ==>   seghist (i < n, j < m) [k, m] (dest) {0} + of { is[i], j, vs[i, j] }
//
// and otherwise the values are sorted by bin, and reduced in rounds. That costs as much as there
// are bins besides, so there must not be many more of them than values. On a GPU, where threads
// combine single values only, it is a histogram of the elements in any case.
#include <algorithm>

#include "ir/match.h"
#include "ir/order_by_bin.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

// ---- Operators that differ

Flattener::Combining Flattener::combining_at_points(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  Combining made;
  made.op = operator_at_points(nest, parts);
  made.neutral = neutral_at_points(nest, parts);
  Nest inside = nest;
  for (const Atom& size : parts.shape) add_level(inside, size);
  std::vector<Atom> points;
  for (size_t i = 0; i < nest.levels.size(); i++) {
    points.emplace_back(nest.levels[i].index);
    made.dests.push_back(
        builder_.new_var("points", storage_.types.array(Prim::I64, inside.dims())));
  }
  made.values = points;
  Piece code = piece(inside, {}, points);
  add(made.dests, builder_.make(SegMap{{}, code.space, code.body}), inside);
  return made;
}

// ---- Parallel operators

bool Flattener::is_cheap_function(const Lambda* fn) {
  return fn == nullptr || std::ranges::all_of(fn->body->stms, [&](const Stm& stm) {
           return parallelism_.is_cheap(stm);
         });
}

bool Flattener::split_histogram(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const bool on_gpu = target_.machine == Machine::Gpu;
  if (has_rows_ || !(on_gpu || has_parallel_operator(parts, {}))) return false;
  Nest nest;
  nest.place = stm.place;
  add_level(nest, parts.width);
  builder_.place = stm.place;
  std::optional<VectorisedOperators::ByElement> by =
      vectorised_.by_element(parts.op, parts.neutral);
  const bool only_elements = on_gpu && by;
  if (!only_elements && !has_parallel_operator(parts, {})) return false;
  const Way chosen = only_elements ? Way::Distribute : way(nest, parts.op->body, stm).way;
  if (chosen == Way::Outer) return false;
  auto by_bin = [&](std::span<const Var> to) {
    Stm renamed = stm;
    renamed.pattern = to;
    for (const Stm& one : histogram_by_sorting(renamed)->stms) host_stm(one);
  };
  auto elements = [&](std::span<const Var> to) {
    Stm hist = stm;
    if (!is_cheap_function(parts.map)) {
      const Body* code = map_before(stm);
      const Stm& map = code->stms[0];
      OperatorParts mapped = *operator_parts(map.op);
      Nest inside;
      inside.place = stm.place;
      enter(inside, map, mapped);
      inside.distributed_levels = 1;
      inside.versions = 1;
      nest_body(std::move(inside), mapped.map->body, map.pattern, map);
      hist = code->stms[1];
    }
    std::vector<Lifted> dests;
    for (Var dest : parts.dests) dests.push_back({dest, {}});
    Combining combining{operator_copy(by->op), by->neutral, {}, {}, by->widths};
    Nest outside;
    outside.place = stm.place;
    write_all(outside, hist, dests, combining, to);
  };
  auto inner = [&](std::span<const Var> to) { by ? elements(to) : by_bin(to); };
  if (chosen == Way::Distribute) {
    inner(stm.pattern);
    return true;
  }
  Atom leave = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.enough_outer), parts.width,
                               "enough_elements");
  if (!by) {
    Atom bins = parts.shape[0];
    for (const Atom& size : parts.shape.subspan(1))
      bins = builder_.binary(BinaryOp::Mul, bins, size, "bins");
    Atom few = builder_.binary(BinaryOp::Mul, parts.width, Atom::i64(thresholds_.bins_per_value));
    leave = builder_.binary(BinaryOp::Or, leave, builder_.binary(BinaryOp::Lt, few, bins), "leave");
  }
  record_versions(leave, stm.place, enough_elements());
  choose_if(
      leave, nest, stm.pattern, [&](std::span<const Var> to) { end_with({}, stm, to); }, inner);
  return true;
}

void Flattener::lift_parallel_histogram(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  builder_.place = stm.place;
  std::optional<VectorisedOperators::ByElement> by =
      vectorised_.by_element(parts.op, parts.neutral);
  if (by && !is_cheap_function(parts.map)) return lift_code(nest, map_before(stm), stm.pattern);
  if (!by && thresholds_.all) return lift_code(nest, histogram_by_sorting(stm), stm.pattern);
  if (!nest.is_invariant(parts.width)) segments(nest, {&parts.width, 1});
  std::vector<Lifted> dests = owned_dests(nest, parts.dests);
  std::vector<Var> made;
  for (const Lifted& dest : dests)
    made.push_back(builder_.new_var("written", storage_.type(dest.array)));
  auto in_threads = [&](std::span<const Var> to) {
    write_all(nest, stm, dests, combining(nest, stm), to);
  };
  auto in_parallel = [&](std::span<const Var> to) {
    if (by) {
      return write_all(nest, stm, dests, {operator_copy(by->op), by->neutral, {}, {}, by->widths},
                       to);
    }
    Nest inside = nest;
    lift_code(inside, histogram_by_sorting(stm), stm.pattern);
    for (size_t i = 0; i < to.size(); i++) bind_array(to[i], inside.lifted(stm.pattern[i])->array);
  };
  if (thresholds_.all || (by && target_.machine == Machine::Gpu)) {
    in_parallel(made);
  } else {
    Atom elements = nest.is_invariant(parts.width)
                        ? builder_.binary(BinaryOp::Mul, point_count(nest), parts.width, "elements")
                        : segments(nest, {&parts.width, 1}).total;
    Atom enough = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.enough_outer), elements,
                                  "enough_elements");
    record_versions(enough, stm.place, enough_elements());
    choose_if(enough, nest, made, in_threads, in_parallel);
  }
  for (size_t i = 0; i < made.size(); i++) hold(nest, stm.pattern[i], {made[i], dests[i].rows});
}

// ---- Values of different sizes

Atom Flattener::element(Var array, const std::vector<Atom>& at) {
  const Type* type = storage_.types.without_outer(storage_.type(array), at.size());
  return builder_.let("element", type, builder_.make(Index{{}, array, builder_.list(at)}));
}

const Body* Flattener::histogram_by_sorting(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  const size_t combined = parts.neutral.size();
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = mapped_for_writes(stm);
    std::span<const Var> indices = std::span(arrays).first(indexed);
    BinOrder by_bin = order_by_bin(builder_, parts.shape, indices, parts.width);
    std::vector<Var> all;
    Dim bins_dim = Builder::dim(by_bin.bins);
    Dim all_dim = Builder::dim(by_bin.count);
    for (size_t i = 0; i < combined; i++) {
      Var dest = parts.dests[i];
      const Type* value = storage_.types.without_outer(storage_.type(dest), indexed);
      const Type* flat = storage_.types.with_outer({&bins_dim, 1}, value);
      if (indexed > 1) dest = builder_.let("flat", flat, reshape(dest, flat));
      std::span<const Var> both = builder_.list<Var>({dest, arrays[indexed + i]});
      all.push_back(builder_.let("all", storage_.types.with_outer({&all_dim, 1}, value),
                                 builder_.make(Concat{{}, both})));
    }

    std::vector<Var> made(stm.pattern.begin(), stm.pattern.end());
    if (indexed > 1) {
      for (size_t i = 0; i < combined; i++)
        made[i] = builder_.new_var(
            "combined", storage_.types.with_outer({&bins_dim, 1}, storage_.type(parts.neutral[i])));
    }
    map_numbers_to(made, by_bin.bins, [&](const Atom& bin) {
      Atom own = element(by_bin.counts, {bin});
      Atom start = element(by_bin.starts, {bin});
      Dim own_dim = Builder::dim(own);
      SliceDim part{false, start, own, Atom::i64(1)};
      Reduce reduce{};
      reduce.width = own;
      reduce.commutative = true;
      reduce.op = parts.op;
      reduce.neutral = parts.neutral;
      reduce.arrays = builder_.list<Var>(
          {builder_.let("own", storage_.types.array(Prim::I64, {&own_dim, 1}),
                        builder_.make(Slice{{}, by_bin.order, builder_.list<SliceDim>({part})}))});
      Var e = builder_.new_var("e", storage_.types.scalar(Prim::I64));
      const Body* values = builder_.body([&] {
        std::vector<Atom> results;
        for (Var array : all) results.push_back(element(array, {e}));
        return results;
      });
      reduce.map =
          storage_.arena.make<Lambda>(Lambda{builder_.list<Param>({{e}}), values, builder_.place});
      std::vector<Var> results;
      for (const Atom& value : parts.neutral)
        results.push_back(builder_.new_var("combined", storage_.type(value)));
      builder_.add(results, builder_.make(reduce), stm.certs);
      return std::vector<Atom>(results.begin(), results.end());
    });
    for (size_t i = 0; indexed > 1 && i < combined; i++)
      builder_.add(stm.pattern.subspan(i, 1), reshape(made[i], storage_.type(stm.pattern[i])));
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

}  // namespace planish::passes
