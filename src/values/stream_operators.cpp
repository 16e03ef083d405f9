#include "values/stream_operators.h"

#include "values/value_builder.h"

namespace planish::values {

StreamOperators::StreamOperators(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      trees_(values.trees),
      arrays_(values.arrays),
      operators_(values.operators) {}

const AtomTree* StreamOperators::map(const StreamFunction& fn, const AtomTree* array) {
  const Made made = make(fn, nullptr, array);
  builder_.add(made.pattern,
               builder_.make(ir::StreamMap{{}, trees_.outer_size(array), made.fn, made.arrays}));
  return trees_.replace_leaves(made.result, {made.pattern.begin(), made.pattern.end()});
}

const AtomTree* StreamOperators::reduce(ElementOperator op, const StreamFunction& fn,
                                        const AtomTree* neutral, const AtomTree* array,
                                        ParallelOperators::Order order) {
  if (arrays_.any_irregular(neutral)) {
    return in_one(fn, neutral, array, [&](const AtomTree* last) { return op(neutral, last); });
  }
  const ir::Lambda* combine = operators_.operator_lambda(op, neutral);
  const Made made = make(fn, neutral, array);
  builder_.add(made.pattern, builder_.make(ir::StreamRed{{},
                                                         trees_.outer_size(array),
                                                         order == ParallelOperators::Order::Any,
                                                         combine,
                                                         made.fn,
                                                         arena_.copy(flatten(neutral)),
                                                         made.arrays}));
  return trees_.replace_leaves(made.result, {made.pattern.begin(), made.pattern.end()});
}

const AtomTree* StreamOperators::sequence(const StreamFunction& fn, const AtomTree* initial,
                                          const AtomTree* array) {
  if (arrays_.any_irregular(initial))
    return in_one(fn, initial, array, [](const AtomTree* last) { return last; });
  const Made made = make(fn, initial, array);
  builder_.add(
      made.pattern,
      builder_.make(ir::StreamSeq{
          {}, trees_.outer_size(array), made.fn, arena_.copy(flatten(initial)), made.arrays}));
  return trees_.replace_leaves(made.result, {made.pattern.begin(), made.pattern.end()});
}

// Arrays whose rows differ in length are no elements of an array, so there are no partial results of
// many chunks: all elements are one chunk, if there are any. `finish` makes the result of what that
// one gives.
const AtomTree* StreamOperators::in_one(const StreamFunction& fn, const AtomTree* initial,
                                        const AtomTree* array, Finish finish) {
  const Atom width = trees_.outer_size(array);
  const AtomTree* result = nullptr;
  const ir::Body* some = emit_.body([&] {
    const AtomTree* given = fn.apply(trees_.leaf(width), trees_.copy(initial), trees_.copy(array));
    result = trees_.tuple({finish(given->parts[0]), given->parts[1]});
    return flatten(result);
  });
  std::vector<Var> pattern;
  for (Atom atom : flatten(initial)) pattern.push_back(storage_.new_var({}, storage_.type(atom)));
  for (Atom atom : flatten(result->parts[1])) {
    pattern.push_back(
        storage_.new_var({}, emit_.with_dims(storage_.type(atom), 1, {Builder::dim(width)})));
  }
  const ir::Body* none = emit_.body([&] {
    std::vector<Atom> results = flatten(initial);
    for (size_t i = results.size(); i < pattern.size(); i++)
      results.push_back(trees_.blank(storage_.type(pattern[i])));
    return results;
  });
  const Atom is_empty = builder_.binary(ir::BinaryOp::Eq, width, Atom::i64(0));
  builder_.add(pattern, builder_.make(ir::If{{}, is_empty, none, some}));
  return trees_.copy(trees_.replace_leaves(result, {pattern.begin(), pattern.end()}));
}

// A chunk that is consumed belongs to nobody else: it is a part of a copy.
StreamOperators::Made StreamOperators::make(const StreamFunction& fn, const AtomTree* carried,
                                            const AtomTree* array) {
  const Atom width = trees_.outer_size(array);
  const AtomTree* whole = fn.chunk == Consumed::Yes ? trees_.copy(array) : array;
  const Var size = builder_.new_var("size", storage_.types.scalar(Prim::I64));
  std::vector<ir::Param> params{{size, false}};
  auto param = [&](std::string_view name, const ir::Type* type, Consumed consumed) -> Atom {
    const Var var = builder_.new_var(name, type);
    params.push_back({var, consumed == Consumed::Yes && type->is_array()});
    return var;
  };
  const AtomTree* start = nullptr;
  if (carried != nullptr) {
    start = trees_.map_leaves(
        carried, [&](Atom atom) { return param("carried", storage_.type(atom), fn.carried); });
  }
  std::vector<Var> arrays;
  const AtomTree* chunk = trees_.map_leaves(whole, [&](Atom atom) {
    arrays.push_back(emit_.as_var(atom));
    return param("chunk", emit_.with_dims(storage_.type(atom), 1, {Dim::variable(size)}), fn.chunk);
  });
  const AtomTree* result = nullptr;
  const ir::Body* body = emit_.body([&] {
    result = fn.apply(trees_.leaf(size), start, chunk);
    return flatten(result);
  });

  Made made{emit_.lambda(params, body), arena_.copy(arrays), result, {}};
  if (carried != nullptr) {
    for (Atom atom : flatten(carried))
      made.pattern.push_back(storage_.new_var({}, storage_.type(atom)));
  }
  const Dim outer = Builder::dim(width);
  for (Atom atom : flatten(carried != nullptr ? result->parts[1] : result))
    made.pattern.push_back(storage_.new_var({}, emit_.with_dims(storage_.type(atom), 1, {outer})));
  return made;
}

}  // namespace planish::values
