#include "analysis/shapes/statements.h"

#include "analysis/shapes/analyser.h"
#include "ir/scalar_eval.h"

namespace planish::shapes {

using namespace ir;

void Statements::body(const Body* body) {
  for (const Stm& stm : body->stms) statement(stm);
}

void Statements::statement(const Stm& stm) {
  walk_.place = stm.place;
  for (Var var : stm.pattern) {
    if (stm.pattern.size() == 1 && storage_.type(var) == storage_.types.scalar(Prim::Bool))
      walk_.conditions[var] = stm.op;
  }
  auto bind_first = [&](ShapedValue value) { bind(stm.pattern[0], std::move(value)); };
  auto elem = [&] { return storage_.type(stm.pattern[0])->elem; };
  match(
      stm.op, [&](const Same& op) { bind_first(value(op.value)); },
      [&](const Unary& op) { bind_first({{}, all_.scalars.unary(op)}); },
      [&](const Binary& op) { bind_first({{}, all_.scalars.binary(op)}); },
      [&](const Ternary& op) { bind_first({{}, all_.scalars.ternary(op)}); },
      [&](const Convert& op) { bind_first({{}, all_.scalars.convert(op, elem())}); },
      [&](const FromBits& op) { bind_first({{}, all_.scalars.from_bits(op, elem())}); },
      [&](const ArrayLit& op) { all_.arrays.array_literal(stm, op); },
      [&](const ir::Index& op) {
        std::vector<Term> indices;
        for (const Atom& at : op.indices) indices.push_back(number(at));
        bind_first(part(value(op.array), indices));
      },
      [&](const Slice& op) { all_.arrays.views(stm, op); },
      [&](const Update& op) { all_.arrays.update(stm, op); },
      [&](const FlatSlice&) { bind_all_unknown(stm, Source::Data); },
      [&](const FlatUpdate& op) { all_.operators.write(stm, std::vector<Var>{op.array}); },
      [&](const Iota& op) {
        Term place = terms_.index(Terms::place(0));
        bool exact = is_integer(storage_.type(op.start)->elem);
        if (!exact) return bind_all_unknown(stm, Source::Data);
        bind_first({{{}}, terms_.plus(number(op.start), terms_.times(number(op.step), place))});
      },
      [&](const Replicate& op) {
        ShapedValue result = value(op.value);
        for (size_t i = 0; i < op.dims.size(); i++) result = array_of_same(result);
        bind_first(result);
      },
      [&](const Concat& op) { all_.arrays.concat(stm, op); },
      [&](const Reshape&) { bind_all_unknown(stm, Source::Data); },
      [&](const Rearrange& op) { all_.arrays.rearrange(stm, op); },
      [&](const Copy& op) { bind_first(value(op.array)); },
      [&](const Coerce& op) { all_.arrays.coerce(stm, op); },
      [&](const RowLengths& op) {
        ShapedValue array = value(op.array);
        bind_first({{array.dims[0]}, array.dims[1]});
      },
      [&](const RowLength& op) {
        ShapedValue array = value(op.array);
        std::vector<Term> indices;
        for (const Atom& at : op.indices) indices.push_back(number(at));
        bind_first({{}, part(array, indices).dims[0]});
      },
      [&](const EqualRowLength&) { bind_all_unknown(stm, Source::Data); },
      [&](const EqualStep&) { bind_all_unknown(stm, Source::Data); },
      [&](const JoinRows&) { bind_all_unknown(stm, Source::Data); },
      [&](const SplitRows& op) {
        ShapedValue result = unknown(stm.pattern[0], Source::Data, needs_of(stm.op));
        result.dims[1] = value(op.lengths).element;
        bind_first(result);
      },
      [&](const If& op) { all_.control.if_then_else(stm, op); },
      [&](const Match& op) { all_.control.match_cases(stm, op); },
      [&](const Loop& op) { all_.control.loop(stm, op); },
      [&](const Call& op) { all_.control.call(stm, op); },
      [&](const Check& op) {
        bind_first({{}, terms_.number(0)});
        all_.control.learn(op.condition, stm.pattern);
      },
      [&](const Trace& op) { bind_first(value(op.value)); },
      [&](const Opaque&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const Tuning&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const Map& op) { all_.operators.map(stm, op); },
      [&](const Reduce& op) { all_.operators.reduce(stm, op); },
      [&](const Scan& op) { all_.operators.scan(stm, op); },
      [&](const Filter& op) { all_.operators.filter(stm, op); },
      [&](const Hist& op) {
        all_.operators.other_bodies(stm);
        all_.operators.write(stm, op.dests);
      },
      [&](const Scatter& op) {
        all_.operators.other_bodies(stm);
        all_.operators.write(stm, op.dests);
      },
      [&](const UpdateAcc&) { bind_all_unknown(stm, Source::Unknown); },
      [&](const auto&) {
        all_.operators.other_bodies(stm);
        bind_all_unknown(stm, Source::Unknown);
      });
}

}  // namespace planish::shapes
