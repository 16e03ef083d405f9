#include "values/parallel_operators.h"

#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

ParallelOperators::ParallelOperators(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      shapes_(values.shapes),
      trees_(values.trees),
      indexing_(values.indexing),
      arrays_(values.arrays) {}

// Adds the leaves of an array to the operands, and makes parameters for its elements. Rows of
// irregular arrays come with their lengths.
const AtomTree* ParallelOperators::add_input(const AtomTree* array, const Shape* elem, Input& input,
                                             Consumed consumed) {
  RowLengths lengths;
  auto add_length = [&](const AtomTree* rows) {
    input.arrays.push_back(arrays_.row_lengths(rows)->atom.var);
    Var var = builder_.new_var("length", storage_.types.scalar(Prim::I64));
    input.params.push_back({var, false});
    return Dim::variable(var);
  };
  indexing_.add_row_lengths(array, elem, 1, add_length, lengths);
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), 1);
    Var leaf_var = emit_.as_var(atom);
    if (auto length = lengths.find(leaf_var); length != lengths.end())
      type = emit_.with_dims(type, 1, {length->second});
    Var var = storage_.new_var({}, type);
    input.arrays.push_back(leaf_var);
    input.params.push_back({var, consumed == Consumed::Yes && type->is_array()});
    return var;
  });
}

// The types of arrays that hold what a function gives. Sizes that the type does not say are those
// of the values; one that comes into existence inside of the function differs from element to
// element.
std::vector<const ir::Type*> ParallelOperators::gathered_types(Atom width, const Shape* elem,
                                                               const std::vector<Atom>& results,
                                                               Var first_inside) {
  std::vector<const ir::Type*> types;
  if (elem != nullptr) types = shapes_.leaf_types(elem);
  std::vector<const ir::Type*> out;
  for (size_t i = 0; i < results.size(); i++) {
    const ir::Type* have = storage_.type(results[i]);
    std::vector<Dim> dims{Builder::dim(width)};
    for (size_t d = 0; d < have->rank(); d++) {
      bool said = i < types.size() && types[i]->dims[d] != Dim::constant(kSizeOfElement);
      Dim dim = said ? types[i]->dims[d] : have->dims[d];
      if (dim.kind == ir::DimKind::Var && dim.var.id >= first_inside.id) dim = Dim::varying();
      dims.push_back(dim);
    }
    out.push_back(storage_.types.array(have->elem, dims));
  }
  return out;
}

const AtomTree* ParallelOperators::map(ElementFunction fn, const AtomTree* array, const Shape* elem,
                                       const Shape* result_elem, Consumed consumed) {
  Atom width = trees_.outer_size(array);
  Input input;
  Var first_inside = emit_.next_var();
  const AtomTree* element_value = add_input(array, elem, input, consumed);
  const AtomTree* result = nullptr;
  const ir::Body* made = emit_.body([&] {
    result = fn(element_value);
    return flatten(result);
  });
  std::vector<Atom> results = flatten(result);
  std::vector<Var> pattern;
  for (const ir::Type* type : gathered_types(width, result_elem, results, first_inside))
    pattern.push_back(storage_.new_var({}, type));
  builder_.add(pattern,
               builder_.make(ir::Map{
                   {}, width, emit_.lambda(input.params, made), arena_.copy(input.arrays)}));
  return trees_.replace_leaves(result, {pattern.begin(), pattern.end()});
}

// The operator of a reduction: two values like the neutral one to one.
const ir::Lambda* ParallelOperators::operator_lambda(ElementOperator op, const AtomTree* neutral) {
  std::vector<ir::Param> params;
  auto fresh = [&](std::string_view name) {
    return trees_.map_leaves(neutral, [&](Atom atom) -> Atom {
      Var var = builder_.new_var(name, storage_.type(atom));
      params.push_back({var, false});
      return var;
    });
  };
  const AtomTree* x = fresh("a");
  const AtomTree* y = fresh("b");
  const ir::Body* made = emit_.body([&] { return flatten(op(x, y)); });
  return emit_.lambda(params, made);
}

const AtomTree* ParallelOperators::reduce(ElementOperator op, const AtomTree* neutral,
                                          const AtomTree* array, Order order) {
  std::vector<Atom> neutrals = flatten(neutral);
  std::vector<Var> pattern;
  for (Atom atom : neutrals) pattern.push_back(storage_.new_var({}, storage_.type(atom)));
  const ir::Lambda* fn = operator_lambda(op, neutral);
  builder_.add(pattern, builder_.make(ir::Reduce{{},
                                                 trees_.outer_size(array),
                                                 order == Order::Any,
                                                 fn,
                                                 arena_.copy(neutrals),
                                                 nullptr,
                                                 arena_.copy(trees_.array_leaves(array))}));
  return trees_.replace_leaves(neutral, {pattern.begin(), pattern.end()});
}

const AtomTree* ParallelOperators::scan(ElementOperator op, const AtomTree* neutral,
                                        const AtomTree* array) {
  Atom width = trees_.outer_size(array);
  std::vector<Atom> neutrals = flatten(neutral);
  std::vector<Var> pattern;
  for (Atom atom : neutrals)
    pattern.push_back(
        storage_.new_var({}, emit_.with_dims(storage_.type(atom), 0, {Builder::dim(width)})));
  const ir::Lambda* fn = operator_lambda(op, neutral);
  builder_.add(pattern, builder_.make(ir::Scan{{},
                                               width,
                                               fn,
                                               arena_.copy(neutrals),
                                               nullptr,
                                               arena_.copy(trees_.array_leaves(array)),
                                               nullptr}));
  return trees_.replace_leaves(array, {pattern.begin(), pattern.end()});
}

// Keeps the elements for which `keep`, given the parameters, is true.
const AtomTree* ParallelOperators::filter(const AtomTree* array, const Input& input,
                                          const ir::Body* keep) {
  Var count = builder_.new_var("count", storage_.types.scalar(Prim::I64));
  std::vector<Var> pattern{count};
  for (Var var : input.arrays)
    pattern.push_back(
        storage_.new_var({}, emit_.with_dims(storage_.type(var), 1, {Dim::variable(count)})));
  builder_.add(pattern, builder_.make(ir::Filter{{},
                                                 trees_.outer_size(array),
                                                 emit_.lambda(input.params, keep),
                                                 arena_.copy(input.arrays)}));
  // What came along with the array's own leaves stands before them.
  size_t own = flatten(array).size();
  return trees_.replace_leaves(array, {pattern.end() - static_cast<long>(own), pattern.end()});
}

const AtomTree* ParallelOperators::filter(ElementFunction predicate, const AtomTree* array,
                                          const Shape* elem) {
  Input input;
  const AtomTree* element_value = add_input(array, elem, input);
  const ir::Body* keep = emit_.body([&] { return flatten(predicate(element_value)); });
  return filter(array, input, keep);
}

// The predicate runs once for each element.
const AtomTree* ParallelOperators::partition(ElementFunction predicate, const AtomTree* array,
                                             const Shape* elem) {
  const AtomTree* flags = map(predicate, array, elem, shapes_.scalar(Prim::Bool));
  auto part = [&](bool wanted) {
    Input input;
    const AtomTree* flag = add_input(flags, nullptr, input);
    add_input(array, elem, input);
    const ir::Body* keep = emit_.body([&] {
      Atom kept = wanted ? flag->atom : builder_.unary(ir::UnaryOp::Not, flag->atom);
      return std::vector<Atom>{kept};
    });
    return filter(array, input, keep);
  };
  const AtomTree* first = part(true);
  return trees_.tuple({first, part(false)});
}

// f gives a row and something else for each element; see `flatmap` in the prelude.
const AtomTree* ParallelOperators::flatmap(ElementFunction fn, const AtomTree* array,
                                           const Shape* elem, const Shape* other) {
  Atom width = trees_.outer_size(array);
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  Dim outer = Builder::dim(width);
  Input input;
  Var first_inside = emit_.next_var();
  const AtomTree* element_value = add_input(array, elem, input);
  const AtomTree* result = nullptr;
  const ir::Body* made = emit_.body([&] {
    result = fn(element_value);
    return flatten(result);
  });
  const AtomTree* row = result->parts[0];
  const AtomTree* rest = result->parts[1];
  std::vector<Var> pattern;
  for (Atom atom : flatten(row))
    pattern.push_back(
        storage_.new_var({}, emit_.with_dims(storage_.type(atom), 1, {outer, Dim::varying()})));
  size_t rows_count = pattern.size();
  for (const ir::Type* type : gathered_types(width, other, flatten(rest), first_inside))
    pattern.push_back(storage_.new_var({}, type));
  builder_.add(pattern,
               builder_.make(ir::Map{
                   {}, width, emit_.lambda(input.params, made), arena_.copy(input.arrays)}));
  std::vector<Atom> leaves(pattern.begin(), pattern.end());
  auto middle = leaves.begin() + static_cast<long>(rows_count);
  const AtomTree* rows = trees_.replace_leaves(row, {leaves.begin(), middle});
  const AtomTree* others = trees_.replace_leaves(rest, {middle, leaves.end()});

  const AtomTree* lengths = arrays_.row_lengths(rows);
  const AtomTree* elements = arrays_.join_rows(rows);
  auto [offsets, starts] = segment_starts(lengths, trees_.outer_size(elements), i64);
  return trees_.tuple({lengths, starts, offsets, elements, others});
}

// Where each of the segments of these lengths begins, and flags at the beginnings of those that are
// not empty.
std::pair<const AtomTree*, const AtomTree*> ParallelOperators::segment_starts(
    const AtomTree* lengths, Atom total, const ir::Type* i64) {
  Atom width = trees_.outer_size(lengths);
  Dim outer = Builder::dim(width);
  const ir::Type* numbers = storage_.types.with_outer({&outer, 1}, i64);
  std::vector<Atom> zero{Atom::i64(0)};
  std::vector<Var> arrays{emit_.as_var(lengths->atom)};
  const ir::Lambda* add = emit_.scalar_lambda(i64, BinaryOp::Add);
  Var ends =
      builder_.let("ends", numbers,
                   builder_.make(ir::Scan{
                       {}, width, add, arena_.copy(zero), nullptr, arena_.copy(arrays), nullptr}));
  Var end = builder_.new_var("end", i64);
  Var length = builder_.new_var("length", i64);
  Var offsets = builder_.new_var("offsets", numbers);
  Var positions = builder_.new_var("places", numbers);
  const ir::Body* made = emit_.body([&] {
    Atom offset = emit_.minus(end, length);
    Atom empty = builder_.binary(BinaryOp::Eq, length, Atom::i64(0));
    const ir::Body* nowhere = builder_.body([&] { return std::vector<Atom>{Atom::i64(-1)}; });
    const ir::Body* there = builder_.body([&] { return std::vector<Atom>{offset}; });
    Var at = builder_.let("at", i64, builder_.make(ir::If{{}, empty, nowhere, there}));
    return std::vector<Atom>{offset, at};
  });
  std::vector<Var> both_arrays{ends, emit_.as_var(lengths->atom)};
  std::vector<Var> pattern{offsets, positions};
  builder_.add(pattern, builder_.make(ir::Map{{},
                                              width,
                                              emit_.lambda({{end, false}, {length, false}}, made),
                                              arena_.copy(both_arrays)}));
  const AtomTree* flags = arrays_.replicate(total, trees_.leaf(Atom::boolean(false)));
  const AtomTree* truths = arrays_.replicate(width, trees_.leaf(Atom::boolean(true)));
  const AtomTree* starts = scatter({total}, flags, trees_.leaf(positions), truths);
  return {trees_.leaf(offsets), starts};
}

// What a scatter or a histogram goes through.
std::vector<Var> ParallelOperators::written_arrays(const AtomTree* indices,
                                                   const AtomTree* values) {
  std::vector<Var> arrays = trees_.array_leaves(indices);
  std::ranges::copy(trees_.array_leaves(values), std::back_inserter(arrays));
  return arrays;
}

const AtomTree* ParallelOperators::scatter(const std::vector<Atom>& dims, const AtomTree* dest,
                                           const AtomTree* indices, const AtomTree* values) {
  std::vector<Var> dests = trees_.array_leaves(dest);
  std::vector<Var> arrays = written_arrays(indices, values);
  std::vector<Var> pattern;
  for (Var var : dests) pattern.push_back(storage_.new_var({}, storage_.type(var)));
  builder_.add(pattern, builder_.make(ir::Scatter{{},
                                                  trees_.outer_size(values),
                                                  arena_.copy(dims),
                                                  arena_.copy(dests),
                                                  nullptr,
                                                  arena_.copy(arrays)}));
  return trees_.replace_leaves(dest, {pattern.begin(), pattern.end()});
}

const AtomTree* ParallelOperators::hist(const std::vector<Atom>& dims,
                                        const HistogramParts& parts) {
  const AtomTree* dest = parts.dest;
  std::vector<Var> dests = trees_.array_leaves(dest);
  std::vector<Var> arrays = written_arrays(parts.indices, parts.values);
  std::vector<Var> pattern;
  for (Var var : dests) pattern.push_back(storage_.new_var({}, storage_.type(var)));
  const ir::Lambda* op = operator_lambda(parts.op, parts.neutral);
  builder_.add(pattern, builder_.make(ir::Hist{{},
                                               trees_.outer_size(parts.values),
                                               arena_.copy(dims),
                                               op,
                                               arena_.copy(flatten(parts.neutral)),
                                               arena_.copy(dests),
                                               nullptr,
                                               arena_.copy(arrays)}));
  return trees_.replace_leaves(dest, {pattern.begin(), pattern.end()});
}

const AtomTree* ParallelOperators::stream(const AtomTree* dest, const ElementOperator* op,
                                          const AtomTree* neutral, ElementOperator fn,
                                          const AtomTree* array, const Shape* elem) {
  std::vector<Var> dests = trees_.array_leaves(dest);
  std::vector<const ir::Type*> types;
  for (Var var : dests) types.push_back(storage_.type(var));
  const ir::Type* acc_type = storage_.types.acc(types);
  const ir::Lambda* combine = op != nullptr ? operator_lambda(*op, neutral) : nullptr;
  std::vector<Atom> neutrals;
  if (neutral != nullptr) neutrals = flatten(neutral);
  Var acc = builder_.new_var("acc", acc_type);
  const ir::Body* made = emit_.body([&] {
    Input input;
    input.arrays.push_back(acc);
    Var inner = builder_.new_var("acc", acc_type);
    input.params.push_back({inner, true});
    const AtomTree* element_value = add_input(array, elem, input);
    const ir::Body* each =
        emit_.body([&] { return flatten(fn(trees_.leaf(inner), element_value)); });
    Var result = builder_.new_var("acc", acc_type);
    std::vector<Var> pattern{result};
    builder_.add(pattern, builder_.make(ir::Map{{},
                                                trees_.outer_size(array),
                                                emit_.lambda(input.params, each),
                                                arena_.copy(input.arrays)}));
    return std::vector<Atom>{result};
  });
  std::vector<Atom> dims{trees_.outer_size(dest)};
  std::vector<Var> pattern;
  for (const ir::Type* type : types) pattern.push_back(storage_.new_var({}, type));
  builder_.add(pattern, builder_.make(ir::WithAcc{{},
                                                  arena_.copy(dims),
                                                  arena_.copy(dests),
                                                  combine,
                                                  arena_.copy(neutrals),
                                                  emit_.lambda({{acc, true}}, made)}));
  return trees_.replace_leaves(dest, {pattern.begin(), pattern.end()});
}

const AtomTree* ParallelOperators::acc_write(const AtomTree* of, const AtomTree* index,
                                             const AtomTree* value) {
  Var acc = emit_.as_var(of->atom);
  std::vector<Atom> indices{index->atom};
  return trees_.leaf(builder_.let(
      "acc", storage_.type(acc),
      builder_.make(ir::UpdateAcc{{}, acc, arena_.copy(indices), arena_.copy(flatten(value))})));
}

}  // namespace planish::values
