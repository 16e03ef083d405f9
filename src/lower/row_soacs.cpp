// Reductions and scans of rows, whose operators take and give arrays of any length: no operator of CORE can hold values
// that change their sizes. So they become loops over levels, and each level is a map that gives rows.
//
//   reduce op ne rows      rows[0] `op` rows[1], rows[2] `op` rows[3], … until there is one row
//   scan op ne rows        rows[i - 1] `op` rows[i], then with i - 2, i - 4, …
//
// A neutral element is needed only where there is no row at all.
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

bool Lowering::holds_rows(const Value* array) {
  for (Atom atom : flatten(array)) {
    const ir::Type* type = storage_.type(atom);
    if (type->rank() > 1 && type->dims[1].is_varying()) return true;
  }
  return false;
}

// The leaves of an element, each after its length if that is its own. `array` says what is the same in all elements.
std::vector<Atom> Lowering::row_results(const Value* row, const Value* array) {
  std::vector<Atom> results;
  const std::vector<Atom> leaves = flatten(row);
  const std::vector<Atom> arrays = flatten(array);
  for (size_t i = 0; i < leaves.size(); i++) {
    const ir::Type* want = storage_.types.without_outer(storage_.type(arrays[i]), 1);
    const ir::Type* have = storage_.type(leaves[i]);
    if (want->is_array() && want->dims[0].is_varying()) {
      results.push_back(Builder::atom(have->dims[0]));
      want = with_dims(want, 1, {have->dims[0]});
    }
    Atom result = leaves[i];
    if (want != have)
      result = builder_->let("row", want, builder_->make(ir::Coerce{{}, as_var(result)}));
    results.push_back(result);
  }
  return results;
}

// One of two elements of an array, which may have different lengths.
template <class Then, class Else>
const Value* Lowering::either_row(Atom condition, const Value* array, Then then_row,
                                  Else else_row) {
  std::vector<Var> pattern;
  std::vector<Atom> leaves;
  for (Atom atom : flatten(array)) {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), 1);
    if (type->is_array() && type->dims[0].is_varying()) {
      pattern.push_back(builder_->new_var("length", storage_.types.scalar(Prim::I64)));
      type = with_dims(type, 1, {Dim::variable(pattern.back())});
    }
    pattern.push_back(builder_->new_var("row", type));
    leaves.push_back(pattern.back());
  }
  const ir::Body* then_body = body([&] { return row_results(then_row(), array); });
  const ir::Body* else_body = body([&] { return row_results(else_row(), array); });
  builder_->add(pattern, builder_->make(ir::If{{}, condition, then_body, else_body}));
  return replace_leaves(array, leaves);
}

// An array of `width` rows like those of `array`: what the function gives for each index.
template <class Row>
const Value* Lowering::map_to_rows(Atom width, const Value* array, Row row) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  Var i = builder_->new_var("i", i64);
  const ir::Body* made = body([&] { return flatten(row(i)); });
  const Dim outer = Builder::dim(width);
  std::vector<Var> indices{
      builder_->let("indices", storage_.types.array(Prim::I64, {&outer, 1}),
                    builder_->make(ir::Iota{{}, width, Atom::i64(0), Atom::i64(1)}))};
  std::vector<Var> pattern;
  for (Atom atom : flatten(array))
    pattern.push_back(builder_->new_var("rows", with_dims(storage_.type(atom), 1, {outer})));
  builder_->add(pattern, builder_->make(
                             ir::Map{{}, width, lambda({{i, false}}, made), arena_.copy(indices)}));
  return replace_leaves(array, {pattern.begin(), pattern.end()});
}

// A loop with a number and an array of rows. `next` gives both for the next iteration.
template <class Condition, class Next>
const Value* Lowering::loop_over_rows(Atom first, const Value* array, RowCount count,
                                      Condition condition, Next next) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  auto types = [&](Var number, std::vector<Var>& out) {
    for (Atom atom : flatten(array)) {
      const ir::Type* type = storage_.type(atom);
      if (count == RowCount::Number) type = with_dims(type, 1, {Dim::variable(number)});
      out.push_back(builder_->new_var("rows", type));
    }
  };
  Var number = builder_->new_var("count", i64);
  std::vector<Var> rows;
  types(number, rows);
  std::vector<ir::LoopParam> params{{{number, false}, first}};
  const std::vector<Atom> inits = flatten(array);
  for (size_t i = 0; i < rows.size(); i++) params.push_back({{rows[i], false}, inits[i]});
  const Value* carried = replace_leaves(array, {rows.begin(), rows.end()});
  ir::Loop loop{};
  loop.params = arena_.copy(params);
  loop.condition = body([&] { return std::vector<Atom>{condition(number)}; });
  loop.body = body([&] {
    auto [following, made] = next(number, carried);
    std::vector<Atom> results{following};
    for (Atom atom : flatten(made)) results.push_back(atom);
    return results;
  });
  std::vector<Var> pattern{builder_->new_var("count", i64)};
  types(pattern[0], pattern);
  builder_->add(pattern, builder_->make(loop));
  return replace_leaves(array, {pattern.begin() + 1, pattern.end()});
}

const Value* Lowering::lower_reduce_rows(const Value* op, const Value* neutral, const Value* array,
                                         const Shape* elem) {
  const Atom width = outer_size(array);
  const Value* last = loop_over_rows(
      width, array, RowCount::Number,
      [&](Var count) { return builder_->binary(BinaryOp::Gt, count, Atom::i64(1)); },
      [&](Var count, const Value* rows) {
        Atom half = builder_->binary(BinaryOp::Quot, plus(count, Atom::i64(1)), Atom::i64(2));
        const Value* made = map_to_rows(half, rows, [&](Var i) {
          Atom left = times(i, Atom::i64(2));
          Atom right = plus(left, Atom::i64(1));
          return either_row(
              builder_->binary(BinaryOp::Lt, right, count), rows,
              [&] {
                const Value* x = element(rows, left, elem);
                return apply(op, {x, element(rows, right, elem)}, {});
              },
              [&] { return element(rows, left, elem); });
        });
        return std::pair(half, made);
      });
  return either_row(
      builder_->binary(BinaryOp::Gt, width, Atom::i64(0)), array,
      [&] { return element(last, Atom::i64(0), elem); }, [&] { return neutral; });
}

const Value* Lowering::lower_scan_rows(const Value* op, const Value* array, const Shape* elem) {
  const Atom width = outer_size(array);
  return loop_over_rows(
      Atom::i64(1), array, RowCount::Same,
      [&](Var distance) { return builder_->binary(BinaryOp::Lt, distance, width); },
      [&](Var distance, const Value* rows) {
        const Value* made = map_to_rows(width, rows, [&](Var i) {
          return either_row(
              builder_->binary(BinaryOp::Ge, i, distance), rows,
              [&] {
                const Value* x = element(rows, minus(i, distance), elem);
                return apply(op, {x, element(rows, i, elem)}, {});
              },
              [&] { return element(rows, i, elem); });
        });
        return std::pair(times(distance, Atom::i64(2)), made);
      });
}

}  // namespace planish::lower
