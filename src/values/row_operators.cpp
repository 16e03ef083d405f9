// No operator of CORE can hold values that change their sizes. So reductions, scans and histograms
// of irregular values go in rounds, each of which is a map that gives rows.
//
//   reduce op ne rows  rows[0] `op` rows[1], rows[2] `op` rows[3], … until there is one row
//   scan op ne rows    the same, and what each round gives is kept; then back: row 2i + 1 of a round
//                      is row i of the next one, and row 2i is row i - 1 of the next one `op` what
//                      it was
//   hist               rows are sorted by bin, and each bin is a reduction (ir/build/order_by_bin.h)
//
// A neutral element is needed only where there is no row at all. The maps have an attribute that
// says what they were, `#[of_reduce]` and so on, for those who explain the program, and the
// attributes of the expression that they are made of.
#include "values/row_operators.h"

#include <functional>
#include <tuple>

#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

RowOperators::RowOperators(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      trees_(values.trees),
      indexing_(values.indexing),
      arrays_(values.arrays) {}

template <class Make>
const AtomTree* RowOperators::in_rounds(AttributeKind attribute, Make make) {
  std::vector<Attribute> attributes = attributes_;
  attributes.emplace_back(attribute);
  attributes.swap(round_);
  const AtomTree* made = make();
  round_ = std::move(attributes);
  return made;
}

// The leaves of an element, each after its length if that is its own. `array` says what is the same
// in all elements.
std::vector<Atom> RowOperators::row_results(const AtomTree* row, const AtomTree* array) {
  std::vector<Atom> results;
  const std::vector<Atom> leaves = flatten(row);
  const std::vector<Atom> arrays = flatten(array);
  for (size_t i = 0; i < leaves.size(); i++) {
    const ir::Type* want = storage_.types.without_outer(storage_.type(arrays[i]), 1);
    const ir::Type* have = storage_.type(leaves[i]);
    if (want->is_array() && want->dims[0].is_varying()) {
      results.push_back(Builder::atom(have->dims[0]));
      want = emit_.with_dims(want, 1, {have->dims[0]});
    }
    Atom result = leaves[i];
    if (want != have)
      result = builder_.let("row", want, builder_.make(ir::Coerce{{}, emit_.as_var(result)}));
    results.push_back(result);
  }
  return results;
}

// One of two elements of an array, which may have different lengths.
template <class Then, class Else>
const AtomTree* RowOperators::either_row(Atom condition, const AtomTree* array, Then then_row,
                                         Else else_row) {
  std::vector<Var> pattern;
  std::vector<Atom> leaves;
  for (Atom atom : flatten(array)) {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), 1);
    if (type->is_array() && type->dims[0].is_varying()) {
      pattern.push_back(builder_.new_var("length", storage_.types.scalar(Prim::I64)));
      type = emit_.with_dims(type, 1, {Dim::variable(pattern.back())});
    }
    pattern.push_back(builder_.new_var("row", type));
    leaves.push_back(pattern.back());
  }
  const ir::Body* then_body = emit_.body([&] { return row_results(then_row(), array); });
  const ir::Body* else_body = emit_.body([&] { return row_results(else_row(), array); });
  builder_.add(pattern, builder_.make(ir::If{{}, condition, then_body, else_body}));
  return trees_.replace_leaves(array, leaves);
}

// An array of `width` rows like those of `array`: what the function gives for each index.
template <class Row>
const AtomTree* RowOperators::map_to_rows(Atom width, const AtomTree* array, Row row) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  Var i = builder_.new_var("i", i64);
  const ir::Body* made = emit_.body([&] { return flatten(row(i)); });
  const Dim outer = Builder::dim(width);
  std::vector<Var> indices{
      builder_.let("indices", storage_.types.array(Prim::I64, {&outer, 1}),
                   builder_.make(ir::Iota{{}, width, Atom::i64(0), Atom::i64(1)}))};
  std::vector<Var> pattern;
  for (Atom atom : flatten(array))
    pattern.push_back(builder_.new_var("rows", emit_.with_dims(storage_.type(atom), 1, {outer})));
  builder_.add(pattern, builder_.make(ir::Map{
                            {}, width, emit_.lambda({{i, false}}, made), arena_.copy(indices)}));
  for (Attribute attribute : round_) builder_.annotate_last(attribute);
  return trees_.replace_leaves(array, {pattern.begin(), pattern.end()});
}

// A loop with numbers and an array of rows. The first number is how many rows there are; `next`
// gives the numbers and the array for the next iteration.
template <class Condition, class Next>
RowOperators::CarriedRows RowOperators::loop_over_rows(const std::vector<Atom>& first,
                                                       const AtomTree* array, Condition condition,
                                                       Next next) {
  auto variables = [&](std::vector<Var>& rows) {
    std::vector<Atom> numbers;
    for (size_t i = 0; i < first.size(); i++)
      numbers.emplace_back(builder_.new_var("count", storage_.types.scalar(Prim::I64)));
    for (Atom atom : flatten(array)) {
      const ir::Type* type = emit_.with_dims(storage_.type(atom), 1, {Builder::dim(numbers[0])});
      rows.push_back(builder_.new_var("rows", type));
    }
    return CarriedRows{numbers, trees_.replace_leaves(array, {rows.begin(), rows.end()})};
  };
  std::vector<Var> rows;
  CarriedRows carried = variables(rows);
  std::vector<ir::LoopParam> params;
  for (size_t i = 0; i < first.size(); i++)
    params.push_back({{carried.numbers[i].var, false}, first[i]});
  const std::vector<Atom> inits = flatten(array);
  for (size_t i = 0; i < rows.size(); i++) params.push_back({{rows[i], false}, inits[i]});
  ir::Loop loop{};
  loop.params = arena_.copy(params);
  loop.condition = emit_.body([&] { return std::vector<Atom>{condition(carried.numbers)}; });
  loop.body = emit_.body([&] {
    CarriedRows following = next(carried);
    std::vector<Atom> results = following.numbers;
    for (Atom atom : flatten(following.rows)) results.push_back(atom);
    return results;
  });
  std::vector<Var> pattern;
  CarriedRows last = variables(pattern);
  std::vector<Var> numbers;
  for (const Atom& number : last.numbers) numbers.push_back(number.var);
  pattern.insert(pattern.begin(), numbers.begin(), numbers.end());
  builder_.add(pattern, builder_.make(loop));
  return last;
}

// Combines neighbours among the rows from `begin` on: so many pairs.
const AtomTree* RowOperators::combined_pairs(ElementOperator op, const CarriedRows& now, Atom begin,
                                             Atom pairs, const Shape* elem) {
  return map_to_rows(pairs, now.rows, [&](Var i) {
    Atom left = emit_.plus(begin, emit_.times(i, Atom::i64(2)));
    const AtomTree* x = indexing_.element(now.rows, left, elem);
    const AtomTree* y = indexing_.element(now.rows, emit_.plus(left, Atom::i64(1)), elem);
    return op(x, y);
  });
}

const AtomTree* RowOperators::reduce(ElementOperator op, const AtomTree* neutral,
                                     const AtomTree* array, const Shape* elem) {
  return in_rounds(AttributeKind::OfReduce,
                   [&] { return reduce_in_rounds(op, neutral, array, elem); });
}

const AtomTree* RowOperators::reduce_in_rounds(ElementOperator op, const AtomTree* neutral,
                                               const AtomTree* array, const Shape* elem) {
  const Atom width = trees_.outer_size(array);
  CarriedRows last = loop_over_rows(
      {width}, array,
      [&](const std::vector<Atom>& numbers) {
        return builder_.binary(BinaryOp::Gt, numbers[0], Atom::i64(1));
      },
      [&](const CarriedRows& now) {
        const Atom count = now.numbers[0];
        Atom pairs = builder_.binary(BinaryOp::Quot, count, Atom::i64(2));
        const AtomTree* made = combined_pairs(op, now, Atom::i64(0), pairs, elem);
        // The last row may be without another one.
        Atom paired = emit_.times(pairs, Atom::i64(2));
        IndexList rest;
        rest.dims.push_back({false, paired, emit_.minus(count, paired), Atom::i64(1)});
        const AtomTree* all = arrays_.concat(made, indexing_.index(now.rows, rest, nullptr));
        return CarriedRows{{trees_.outer_size(all)}, all};
      });
  return either_row(
      builder_.binary(BinaryOp::Gt, width, Atom::i64(0)), array,
      [&] { return indexing_.element(last.rows, Atom::i64(0), elem); }, [&] { return neutral; });
}

const AtomTree* RowOperators::scan(ElementOperator op, const AtomTree* array, const Shape* elem) {
  return in_rounds(AttributeKind::OfScan, [&] {
    const Atom width = trees_.outer_size(array);
    const CarriedRows up = scan_upwards(op, array, width, elem);
    const CarriedRows down = scan_downwards(op, up, width, elem);
    // As many as there were.
    std::vector<Atom> leaves;
    for (Atom atom : flatten(down.rows)) {
      const ir::Type* type = emit_.with_dims(storage_.type(atom), 1, {Builder::dim(width)});
      const ir::Op* coerced = builder_.make(ir::Coerce{{}, emit_.as_var(atom)});
      leaves.emplace_back(builder_.let("rows", type, coerced));
    }
    return trees_.replace_leaves(array, leaves);
  });
}

// The rows of all rounds, one after the other; how many the last one has; how many rounds there
// were.
RowOperators::CarriedRows RowOperators::scan_upwards(ElementOperator op, const AtomTree* array,
                                                     Atom width, const Shape* elem) {
  return loop_over_rows(
      {width, width, Atom::i64(0)}, array,
      [&](const std::vector<Atom>& numbers) {
        return builder_.binary(BinaryOp::Gt, numbers[1], Atom::i64(1));
      },
      [&](const CarriedRows& now) {
        const Atom begin = emit_.minus(now.numbers[0], now.numbers[1]);
        Atom pairs = builder_.binary(BinaryOp::Quot, now.numbers[1], Atom::i64(2));
        const AtomTree* made = combined_pairs(op, now, begin, pairs, elem);
        const AtomTree* all = arrays_.concat(now.rows, made);
        Atom rounds = emit_.plus(now.numbers[2], Atom::i64(1));
        return CarriedRows{{trees_.outer_size(all), pairs, rounds}, all};
      });
}

// How many rows the scan of this round has; where the round begins; its number.
RowOperators::CarriedRows RowOperators::scan_downwards(ElementOperator op, const CarriedRows& up,
                                                       Atom width, const Shape* elem) {
  const Atom begin = emit_.minus(up.numbers[0], up.numbers[1]);
  IndexList last_round;
  last_round.dims.push_back({false, begin, up.numbers[1], Atom::i64(1)});
  return loop_over_rows(
      {up.numbers[1], begin, up.numbers[2]}, indexing_.index(up.rows, last_round, nullptr),
      [&](const std::vector<Atom>& numbers) {
        return builder_.binary(BinaryOp::Gt, numbers[2], Atom::i64(0));
      },
      [&](const CarriedRows& now) {
        Atom round = emit_.minus(now.numbers[2], Atom::i64(1));
        Atom count = builder_.binary(BinaryOp::Ashr, width, round);
        Atom start = emit_.minus(now.numbers[1], count);
        const AtomTree* made = map_to_rows(count, now.rows, [&](Var i) {
          Atom pair = builder_.binary(BinaryOp::Quot, i, Atom::i64(2));
          Atom side = emit_.minus(i, emit_.times(pair, Atom::i64(2)));
          auto combined = [&] {
            const AtomTree* x = indexing_.element(now.rows, emit_.minus(pair, Atom::i64(1)), elem);
            const AtomTree* y = indexing_.element(up.rows, emit_.plus(start, i), elem);
            return op(x, y);
          };
          return either_row(
              builder_.binary(BinaryOp::Eq, side, Atom::i64(1)), now.rows,
              [&] { return indexing_.element(now.rows, pair, elem); },
              [&] {
                return either_row(
                    builder_.binary(BinaryOp::Eq, i, Atom::i64(0)), now.rows,
                    [&] { return indexing_.element(up.rows, start, elem); }, combined);
              });
        });
        return CarriedRows{{count, start, round}, made};
      });
}

// What a bin holds in the end: the sorted rows that belong to it, combined.
const AtomTree* RowOperators::bin_of_rows(const ir::BinOrder& by_bin, const std::vector<Atom>& at,
                                          const std::vector<Atom>& dims,
                                          const HistogramParts& parts, const Shape* elem) {
  const AtomTree* dest = parts.dest;
  const AtomTree* values = parts.values;
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  auto number = [&](Var array, Atom index) -> Atom {
    std::vector<Atom> indices{index};
    return builder_.let("", i64, builder_.make(ir::Index{{}, array, arena_.copy(indices)}));
  };
  Atom bin = at[0];
  for (size_t i = 1; i < at.size(); i++) bin = emit_.plus(emit_.times(bin, dims[i]), at[i]);
  Atom start = number(by_bin.starts, bin);
  const AtomTree* rows = map_to_rows(number(by_bin.counts, bin), values, [&](Var i) {
    Atom position = number(by_bin.order, emit_.plus(start, i));
    IndexList here;
    for (const Atom& index : at) here.dims.push_back({true, index, {}, {}});
    return either_row(
        builder_.binary(BinaryOp::Lt, position, by_bin.bins), values,
        [&] { return indexing_.index(dest, here, elem); },
        [&] { return indexing_.element(values, emit_.minus(position, by_bin.bins), elem); });
  });
  return reduce_in_rounds(parts.op, parts.neutral, rows, elem);
}

// Both arrays with elements of the same types: what is not the same in both of them varies. The
// first one has so many dimensions that are indexed.
std::pair<const AtomTree*, const AtomTree*> RowOperators::alike(const AtomTree* dest,
                                                                size_t indexed,
                                                                const AtomTree* values) {
  const std::vector<Atom> dests = flatten(dest);
  const std::vector<Atom> others = flatten(values);
  std::vector<Atom> made[2];
  for (size_t i = 0; i < dests.size(); i++) {
    const ir::Type* element = storage_.types.without_outer(storage_.type(dests[i]), indexed);
    const ir::Type* other = storage_.types.without_outer(storage_.type(others[i]), 1);
    std::vector<Dim> common(element->dims.begin(), element->dims.end());
    for (size_t d = 0; d < common.size(); d++) {
      if (!(common[d] == other->dims[d])) common[d] = Dim::varying();
    }
    auto add = [&](Atom atom, size_t outer, std::vector<Atom>& to) {
      const ir::Type* have = storage_.type(atom);
      std::vector<Dim> all(have->dims.begin(), have->dims.begin() + ptrdiff_t(outer));
      all.insert(all.end(), common.begin(), common.end());
      const ir::Type* want = storage_.types.array(have->elem, all);
      if (want != have)
        atom = builder_.let("rows", want, builder_.make(ir::Coerce{{}, emit_.as_var(atom)}));
      to.push_back(atom);
    };
    add(dests[i], indexed, made[0]);
    add(others[i], 1, made[1]);
  }
  return {trees_.replace_leaves(dest, made[0]), trees_.replace_leaves(values, made[1])};
}

const AtomTree* RowOperators::hist(const std::vector<Atom>& dims, HistogramParts parts,
                                   const Shape* elem) {
  return in_rounds(AttributeKind::OfHist, [&] {
    std::tie(parts.dest, parts.values) = alike(parts.dest, dims.size(), parts.values);
    ir::BinOrder by_bin = ir::order_by_bin(builder_, dims, trees_.array_leaves(parts.indices),
                                           trees_.outer_size(parts.values), attributes_);
    std::vector<Atom> at;
    std::function<const AtomTree*(const AtomTree*)> level = [&](const AtomTree* like) {
      const size_t depth = at.size();
      return map_to_rows(dims[depth], like, [&](Var i) {
        at.resize(depth);
        at.emplace_back(i);
        if (at.size() == dims.size()) return bin_of_rows(by_bin, at, dims, parts, elem);
        return level(indexing_.element(like, i, nullptr));
      });
    };
    return level(parts.dest);
  });
}

}  // namespace planish::values
