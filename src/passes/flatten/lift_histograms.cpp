// Lifting of histograms whose operator, or the size of whose values, is another one at each point.
//
// Note [Histograms that differ]
// If the operator, or the neutral value, differs, what is combined gets the indices of its point as further components, as
// in reductions (Note [Operators that differ] in lift_combine.cpp). The destinations for these hold the indices of the
// points that they belong to.
//
// If the values are arrays whose sizes differ, they cannot be elements of one destination. Then the values are sorted by
// where they are to be combined, together with those that are there before, and each place is a reduction of its own
// (ir/order_by_bin.h).
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
