// Lifting of histograms whose operator, or the size of whose values, is another one at each point.
//
// Note [Histograms that differ]
// If the operator, or the neutral value, differs, what is combined gets the indices of its point as further components, as
// in reductions (Note [Operators that differ] in lift_combine.cpp). The destinations for these hold the indices of the
// points that they belong to.
//
// If the values are arrays whose sizes differ, they cannot be elements of one destination. Then the values are sorted by
// where they are to be combined, together with those that are there before, and each place is a reduction of its own:
//
//   hist n [k] (dest) {ne} op (is, vs)
//   ==>
//   let all = concat (dest, vs)
//   let order = numbers of all, sorted by place           the places of dest are 0, 1, …; what belongs nowhere comes last
//   let (starts, counts) = where the numbers for each place begin, and how many there are
//   in map (p < k) { reduce counts[p] (order[starts[p]:]) {ne} op of \e { all[e] } }
#include "ir/match.h"
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

const Lambda* Flattener::sum_of_numbers() {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Param> params{{builder_.new_var("a", i64)}, {builder_.new_var("b", i64)}};
  const Body* sum = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Add, params[0].var, params[1].var, "sum")};
  });
  return storage_.arena.make<Lambda>(Lambda{builder_.list(params), sum, builder_.place});
}

const Body* Flattener::histogram_by_sorting(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  const size_t combined = parts.neutral.size();
  const Atom number = Atom::i64(0);  // for its type
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = mapped_for_writes(stm);
    Atom places = parts.shape[0];
    for (const Atom& size : parts.shape.subspan(1))
      places = builder_.binary(BinaryOp::Mul, places, size, "places");
    Atom all_count = builder_.binary(BinaryOp::Add, places, parts.width, "all");
    Var place_of = map_numbers(all_count, {&number, 1}, [&](const Atom& e) {
      return std::vector<Atom>{place_in_histogram(parts, arrays, places, e)};
    })[0];
    std::vector<Var> all;
    Dim places_dim = Builder::dim(places);
    Dim all_dim = Builder::dim(all_count);
    for (size_t i = 0; i < combined; i++) {
      Var dest = parts.dests[i];
      const Type* value = storage_.types.without_outer(storage_.type(dest), indexed);
      const Type* flat = storage_.types.with_outer({&places_dim, 1}, value);
      if (indexed > 1) dest = builder_.let("flat", flat, reshape(dest, flat));
      std::span<const Var> both = builder_.list<Var>({dest, arrays[indexed + i]});
      all.push_back(builder_.let("all", storage_.types.with_outer({&all_dim, 1}, value),
                                 builder_.make(Concat{{}, both})));
    }
    Var order = sorted_numbers(place_of, all_count, places);

    const Type* counts_type = storage_.types.array(Prim::I64, {&places_dim, 1});
    const Type* ones_type = storage_.types.array(Prim::I64, {&all_dim, 1});
    Var ones =
        builder_.let("ones", ones_type,
                     builder_.make(Replicate{{}, builder_.list<Atom>({all_count}), Atom::i64(1)}));
    Hist count{};
    count.width = all_count;
    count.shape = builder_.list<Atom>({places});
    count.op = sum_of_numbers();
    count.neutral = builder_.list<Atom>({number});
    count.dests = builder_.list<Var>({zeros("counts", counts_type)});
    count.arrays = builder_.list<Var>({place_of, ones});
    Var counts = builder_.let("counts", counts_type, builder_.make(count));
    Scan scan{};
    scan.width = places;
    scan.op = sum_of_numbers();
    scan.neutral = count.neutral;
    scan.arrays = builder_.list<Var>({counts});
    Var ends = builder_.let("ends", counts_type, builder_.make(scan));

    std::vector<Var> made(stm.pattern.begin(), stm.pattern.end());
    if (indexed > 1) {
      for (size_t i = 0; i < combined; i++)
        made[i] = builder_.new_var(
            "combined",
            storage_.types.with_outer({&places_dim, 1}, storage_.type(parts.neutral[i])));
    }
    map_numbers_to(made, places, [&](const Atom& place) {
      Atom own = element(counts, {place});
      Atom start = builder_.binary(BinaryOp::Sub, element(ends, {place}), own, "start");
      Dim own_dim = Builder::dim(own);
      SliceDim part{false, start, own, Atom::i64(1)};
      Reduce reduce{};
      reduce.width = own;
      reduce.commutative = true;
      reduce.op = parts.op;
      reduce.neutral = parts.neutral;
      reduce.arrays = builder_.list<Var>(
          {builder_.let("own", storage_.types.array(Prim::I64, {&own_dim, 1}),
                        builder_.make(Slice{{}, order, builder_.list<SliceDim>({part})}))});
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

// Where an element belongs, of those of the destination and then those that are combined with it.
Atom Flattener::place_in_histogram(const OperatorParts& parts, std::span<const Var> arrays,
                                   const Atom& places, const Atom& number) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Atom is_there = builder_.binary(BinaryOp::Lt, number, places, "is_there");
  const Body* there = builder_.body([&] { return std::vector<Atom>{number}; });
  const Body* new_one = builder_.body([&] {
    Atom at = builder_.binary(BinaryOp::Sub, number, places, "at");
    Atom place = Atom::i64(0);
    Atom inside = Atom::boolean(true);
    for (size_t i = 0; i < parts.shape.size(); i++) {
      Atom index = element(arrays[i], {at});
      Atom above = builder_.binary(BinaryOp::Le, Atom::i64(0), index, "above");
      Atom below = builder_.binary(BinaryOp::Lt, index, parts.shape[i], "below");
      Atom both = builder_.binary(BinaryOp::And, above, below, "inside");
      inside = i == 0 ? both : builder_.binary(BinaryOp::And, inside, both, "inside");
      Atom before = builder_.binary(BinaryOp::Mul, place, parts.shape[i], "before");
      place = i == 0 ? index : builder_.binary(BinaryOp::Add, before, index, "place");
    }
    const Body* here = builder_.body([&] { return std::vector<Atom>{place}; });
    const Body* nowhere = builder_.body([&] { return std::vector<Atom>{places}; });
    return std::vector<Atom>{
        builder_.let("place", i64, builder_.make(If{{}, inside, here, nowhere}))};
  });
  return builder_.let("place", i64, builder_.make(If{{}, is_there, there, new_one}));
}

// Numbers below `count`, sorted by their keys, which are at most `largest`: bit by bit, from the lowest.
//   loop (order = iota count, bit = 1) while bit <= largest { those whose key has no such bit ++ the others, 2 * bit }
Var Flattener::sorted_numbers(Var keys, const Atom& count, const Atom& largest) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  const Type* type = storage_.type(keys);
  const Atom number = Atom::i64(0);  // for its type
  Var first =
      builder_.let("order", type, builder_.make(Iota{{}, count, Atom::i64(0), Atom::i64(1)}));
  Var order = builder_.new_var("order", type);
  Var bit = builder_.new_var("bit", i64);
  Loop loop{};
  loop.params = builder_.list<LoopParam>({{{order}, first}, {{bit}, Atom::i64(1)}});
  loop.condition = builder_.body(
      [&] { return std::vector<Atom>{builder_.binary(BinaryOp::Le, bit, largest, "more")}; });
  auto choose = [&](const Atom& condition, const Atom& then, const Atom& otherwise) {
    const Body* then_body = builder_.body([&] { return std::vector<Atom>{then}; });
    const Body* else_body = builder_.body([&] { return std::vector<Atom>{otherwise}; });
    return builder_.let("chosen", i64, builder_.make(If{{}, condition, then_body, else_body}));
  };
  loop.body = builder_.body([&] {
    Var low = map_numbers(count, {&number, 1}, [&](const Atom& i) {
      Atom key = element(keys, {element(order, {i})});
      Atom own = builder_.binary(BinaryOp::And, key, bit, "own_bit");
      Atom is_low = builder_.binary(BinaryOp::Eq, own, Atom::i64(0), "is_low");
      return std::vector<Atom>{choose(is_low, Atom::i64(1), Atom::i64(0))};
    })[0];
    Scan scan{};
    scan.width = count;
    scan.op = sum_of_numbers();
    scan.neutral = builder_.list<Atom>({number});
    scan.arrays = builder_.list<Var>({low});
    Var low_until = builder_.let("low_until", type, builder_.make(scan));
    Atom is_empty = builder_.binary(BinaryOp::Eq, count, Atom::i64(0), "is_empty");
    const Body* none = builder_.body([&] { return std::vector<Atom>{Atom::i64(0)}; });
    const Body* last = builder_.body([&] {
      Atom at = builder_.binary(BinaryOp::Sub, count, Atom::i64(1), "last");
      return std::vector<Atom>{element(low_until, {at})};
    });
    Atom all_low = builder_.let("all_low", i64, builder_.make(If{{}, is_empty, none, last}));
    Var numbers =
        builder_.let("numbers", type, builder_.make(Iota{{}, count, Atom::i64(0), Atom::i64(1)}));
    Var i = builder_.new_var("i", i64);
    const Body* moved = builder_.body([&] {
      Atom until = element(low_until, {i});
      Atom is_low = builder_.binary(BinaryOp::Eq, element(low, {i}), Atom::i64(1), "is_low");
      Atom before = builder_.binary(BinaryOp::Sub, until, Atom::i64(1), "before");
      Atom others = builder_.binary(BinaryOp::Sub, i, until, "others");
      Atom after = builder_.binary(BinaryOp::Add, all_low, others, "after");
      return std::vector<Atom>{choose(is_low, before, after), element(order, {i})};
    });
    Scatter scatter{};
    scatter.width = count;
    scatter.shape = builder_.list<Atom>({count});
    scatter.dests = builder_.list<Var>({zeros("order", type)});
    scatter.map =
        storage_.arena.make<Lambda>(Lambda{builder_.list<Param>({{i}}), moved, builder_.place});
    scatter.arrays = builder_.list<Var>({numbers});
    Var next = builder_.let("order", type, builder_.make(scatter));
    return std::vector<Atom>{next, builder_.binary(BinaryOp::Mul, bit, Atom::i64(2), "bit")};
  });
  std::vector<Var> pattern{builder_.new_var("order", type), builder_.new_var("bit", i64)};
  builder_.add(pattern, builder_.make(loop));
  return pattern[0];
}

}  // namespace planish::passes
