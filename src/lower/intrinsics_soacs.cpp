// Built-in functions that take functions: the parallel operators.
#include "lower/abstraction.h"
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

const ir::Lambda* Lowering::lambda(const std::vector<ir::Param>& params, const ir::Body* made) {
  return arena_.make<ir::Lambda>(ir::Lambda{arena_.copy(params), made, builder_->place});
}

// \x y -> x op y
const ir::Lambda* Lowering::scalar_lambda(const ir::Type* type, BinaryOp op) {
  Var x = builder_->new_var("a", type);
  Var y = builder_->new_var("b", type);
  const ir::Body* made = body([&] { return std::vector<Atom>{builder_->binary(op, x, y)}; });
  return lambda({{x, false}, {y, false}}, made);
}

// Does the function consume the next argument that it is given?
Lowering::Consumed Lowering::consumes_next(const Value* fn) {
  const Type* type = Abstraction::type_of(*fn->closure);
  for (size_t i = 0; type != nullptr; i++) {
    auto* arrow = as<ArrowType>(type);
    if (arrow == nullptr) break;
    if (i == fn->closure->args.size()) return arrow->consumes ? Consumed::Yes : Consumed::No;
    type = arrow->result;
  }
  return Consumed::No;
}

// Adds the leaves of an array to the operands, and makes parameters for its elements. Rows of
// irregular arrays come with their lengths.
const Value* Lowering::add_input(const Value* array, const Shape* elem, MapInput& input,
                                 Consumed consumed) {
  RowLengths lengths;
  auto add_length = [&](const Value* rows) {
    input.arrays.push_back(row_lengths(rows)->atom.var);
    Var var = builder_->new_var("length", storage_.types.scalar(Prim::I64));
    input.params.push_back({var, false});
    return Dim::variable(var);
  };
  add_row_lengths(array, elem, 1, add_length, lengths);
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), 1);
    Var leaf_var = as_var(atom);
    if (auto length = lengths.find(leaf_var); length != lengths.end())
      type = with_dims(type, 1, {length->second});
    Var var = storage_.new_var({}, type);
    input.arrays.push_back(leaf_var);
    input.params.push_back({var, consumed == Consumed::Yes && type->is_array()});
    return var;
  });
}

// The types of arrays that hold what a function gives. Sizes that the type does not say are those
// of the values; one that comes into existence inside of the function differs from element to
// element.
std::vector<const ir::Type*> Lowering::gathered_types(Atom width, const Shape* elem,
                                                      const std::vector<Atom>& results,
                                                      Var first_inside) {
  std::vector<const ir::Type*> types;
  if (elem != nullptr) types = leaf_types(elem);
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

const Value* Lowering::lower_map(const Value* fn, const Value* array, const Shape* elem,
                                 const Shape* result_elem) {
  Atom width = outer_size(array);
  MapInput input;
  Var first_inside = next_var();
  const Value* element_value = add_input(array, elem, input, consumes_next(fn));
  const Value* result = nullptr;
  const ir::Body* made = body([&] {
    result = apply(fn, {element_value}, {});
    return flatten(result);
  });
  std::vector<Atom> results = flatten(result);
  std::vector<Var> pattern;
  for (const ir::Type* type : gathered_types(width, result_elem, results, first_inside))
    pattern.push_back(storage_.new_var({}, type));
  builder_->add(pattern, builder_->make(ir::Map{
                             {}, width, lambda(input.params, made), arena_.copy(input.arrays)}));
  return replace_leaves(result, {pattern.begin(), pattern.end()});
}

// The operator of a reduction: two values like the neutral one to one.
const ir::Lambda* Lowering::operator_lambda(const Value* op, const Value* neutral) {
  std::vector<ir::Param> params;
  auto fresh = [&](std::string_view name) {
    return map_leaves(neutral, [&](Atom atom) -> Atom {
      Var var = builder_->new_var(name, storage_.type(atom));
      params.push_back({var, false});
      return var;
    });
  };
  const Value* x = fresh("a");
  const Value* y = fresh("b");
  const ir::Body* made = body([&] { return flatten(apply(op, {x, y}, {})); });
  return lambda(params, made);
}

const Value* Lowering::lower_reduce(const Value* op, const Value* neutral, const Value* array,
                                    bool commutative) {
  std::vector<Atom> neutrals = flatten(neutral);
  std::vector<Var> pattern;
  for (Atom atom : neutrals) pattern.push_back(storage_.new_var({}, storage_.type(atom)));
  const ir::Lambda* fn = operator_lambda(op, neutral);
  builder_->add(pattern, builder_->make(ir::Reduce{{},
                                                   outer_size(array),
                                                   commutative,
                                                   fn,
                                                   arena_.copy(neutrals),
                                                   nullptr,
                                                   arena_.copy(array_leaves(array))}));
  return replace_leaves(neutral, {pattern.begin(), pattern.end()});
}

const Value* Lowering::lower_scan(const Value* op, const Value* neutral, const Value* array) {
  Atom width = outer_size(array);
  std::vector<Atom> neutrals = flatten(neutral);
  std::vector<Var> pattern;
  for (Atom atom : neutrals)
    pattern.push_back(
        storage_.new_var({}, with_dims(storage_.type(atom), 0, {Builder::dim(width)})));
  const ir::Lambda* fn = operator_lambda(op, neutral);
  builder_->add(pattern, builder_->make(ir::Scan{{},
                                                 width,
                                                 fn,
                                                 arena_.copy(neutrals),
                                                 nullptr,
                                                 arena_.copy(array_leaves(array)),
                                                 nullptr}));
  return replace_leaves(array, {pattern.begin(), pattern.end()});
}

// Keeps the elements for which `keep`, given the parameters, is true.
const Value* Lowering::lower_filter(const Value* array, const MapInput& input,
                                    const ir::Body* keep) {
  Var count = builder_->new_var("count", storage_.types.scalar(Prim::I64));
  std::vector<Var> pattern{count};
  for (Var var : input.arrays)
    pattern.push_back(
        storage_.new_var({}, with_dims(storage_.type(var), 1, {Dim::variable(count)})));
  builder_->add(pattern,
                builder_->make(ir::Filter{
                    {}, outer_size(array), lambda(input.params, keep), arena_.copy(input.arrays)}));
  // What came along with the array's own leaves stands before them.
  size_t own = flatten(array).size();
  return replace_leaves(array, {pattern.end() - static_cast<long>(own), pattern.end()});
}

const Value* Lowering::lower_filter(const Value* predicate, const Value* array, const Shape* elem) {
  MapInput input;
  const Value* element_value = add_input(array, elem, input);
  const ir::Body* keep = body([&] { return flatten(apply(predicate, {element_value}, {})); });
  return lower_filter(array, input, keep);
}

// The predicate runs once for each element.
const Value* Lowering::lower_partition(const Value* predicate, const Value* array,
                                       const Shape* elem) {
  const Value* flags = lower_map(predicate, array, elem, scalar_shape(Prim::Bool));
  auto part = [&](bool wanted) {
    MapInput input;
    const Value* flag = add_input(flags, nullptr, input);
    add_input(array, elem, input);
    const ir::Body* keep = body([&] {
      Atom kept = wanted ? flag->atom : builder_->unary(ir::UnaryOp::Not, flag->atom);
      return std::vector<Atom>{kept};
    });
    return lower_filter(array, input, keep);
  };
  const Value* first = part(true);
  return tuple({first, part(false)});
}

// f gives a row and something else for each element; see `flatmap` in the prelude.
const Value* Lowering::lower_flatmap(const Value* fn, const Value* array, const Shape* elem,
                                     const Shape* other) {
  Atom width = outer_size(array);
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  Dim outer = Builder::dim(width);
  MapInput input;
  Var first_inside = next_var();
  const Value* element_value = add_input(array, elem, input);
  const Value* result = nullptr;
  const ir::Body* made = body([&] {
    result = apply(fn, {element_value}, {});
    return flatten(result);
  });
  const Value* row = result->parts[0];
  const Value* rest = result->parts[1];
  std::vector<Var> pattern;
  for (Atom atom : flatten(row))
    pattern.push_back(
        storage_.new_var({}, with_dims(storage_.type(atom), 1, {outer, Dim::varying()})));
  size_t rows_count = pattern.size();
  for (const ir::Type* type : gathered_types(width, other, flatten(rest), first_inside))
    pattern.push_back(storage_.new_var({}, type));
  builder_->add(pattern, builder_->make(ir::Map{
                             {}, width, lambda(input.params, made), arena_.copy(input.arrays)}));
  std::vector<Atom> leaves(pattern.begin(), pattern.end());
  auto middle = leaves.begin() + static_cast<long>(rows_count);
  const Value* rows = replace_leaves(row, {leaves.begin(), middle});
  const Value* others = replace_leaves(rest, {middle, leaves.end()});

  const Value* lengths = row_lengths(rows);
  const Value* elements = join_rows(rows);
  auto [offsets, starts] = segment_starts(lengths, outer_size(elements), i64);
  return tuple({lengths, starts, offsets, elements, others});
}

// Where each of the segments of these lengths begins, and flags at the beginnings of those that are
// not empty.
std::pair<const Value*, const Value*> Lowering::segment_starts(const Value* lengths, Atom total,
                                                               const ir::Type* i64) {
  Atom width = outer_size(lengths);
  Dim outer = Builder::dim(width);
  const ir::Type* numbers = storage_.types.with_outer({&outer, 1}, i64);
  std::vector<Atom> zero{Atom::i64(0)};
  std::vector<Var> arrays{as_var(lengths->atom)};
  const ir::Lambda* add = scalar_lambda(i64, BinaryOp::Add);
  Var ends =
      builder_->let("ends", numbers,
                    builder_->make(ir::Scan{
                        {}, width, add, arena_.copy(zero), nullptr, arena_.copy(arrays), nullptr}));
  Var end = builder_->new_var("end", i64);
  Var length = builder_->new_var("length", i64);
  Var offsets = builder_->new_var("offsets", numbers);
  Var places = builder_->new_var("places", numbers);
  const ir::Body* made = body([&] {
    Atom offset = minus(end, length);
    Atom empty = builder_->binary(BinaryOp::Eq, length, Atom::i64(0));
    const ir::Body* nowhere = builder_->body([&] { return std::vector<Atom>{Atom::i64(-1)}; });
    const ir::Body* there = builder_->body([&] { return std::vector<Atom>{offset}; });
    Var at = builder_->let("at", i64, builder_->make(ir::If{{}, empty, nowhere, there}));
    return std::vector<Atom>{offset, at};
  });
  std::vector<Var> both_arrays{ends, as_var(lengths->atom)};
  std::vector<Var> pattern{offsets, places};
  builder_->add(
      pattern,
      builder_->make(ir::Map{
          {}, width, lambda({{end, false}, {length, false}}, made), arena_.copy(both_arrays)}));
  const Value* flags = replicate(total, leaf(Atom::boolean(false)));
  const Value* truths = replicate(width, leaf(Atom::boolean(true)));
  const Value* starts = lower_scatter({total}, flags, leaf(places), truths);
  return {leaf(offsets), starts};
}

// What a scatter or a histogram goes through.
std::vector<Var> Lowering::written_arrays(const Value* indices, const Value* values) {
  std::vector<Var> arrays = array_leaves(indices);
  std::ranges::copy(array_leaves(values), std::back_inserter(arrays));
  return arrays;
}

const Value* Lowering::lower_scatter(const std::vector<Atom>& dims, const Value* dest,
                                     const Value* indices, const Value* values) {
  std::vector<Var> dests = array_leaves(dest);
  std::vector<Var> arrays = written_arrays(indices, values);
  std::vector<Var> pattern;
  for (Var var : dests) pattern.push_back(storage_.new_var({}, storage_.type(var)));
  builder_->add(pattern, builder_->make(ir::Scatter{{},
                                                    outer_size(values),
                                                    arena_.copy(dims),
                                                    arena_.copy(dests),
                                                    nullptr,
                                                    arena_.copy(arrays)}));
  return replace_leaves(dest, {pattern.begin(), pattern.end()});
}

const Value* Lowering::lower_hist(const std::vector<Atom>& dims, const Values& args,
                                  const Shape* elem) {
  if (any_irregular(args[1]) || any_irregular(args[5]))
    return in_rounds(AttributeKind::OfHist, [&] { return lower_hist_rows(dims, args, elem); });
  const Value* dest = args[1];
  std::vector<Var> dests = array_leaves(dest);
  std::vector<Var> arrays = written_arrays(args[4], args[5]);
  std::vector<Var> pattern;
  for (Var var : dests) pattern.push_back(storage_.new_var({}, storage_.type(var)));
  const ir::Lambda* op = operator_lambda(args[2], args[3]);
  builder_->add(pattern, builder_->make(ir::Hist{{},
                                                 outer_size(args[5]),
                                                 arena_.copy(dims),
                                                 op,
                                                 arena_.copy(flatten(args[3])),
                                                 arena_.copy(dests),
                                                 nullptr,
                                                 arena_.copy(arrays)}));
  return replace_leaves(dest, {pattern.begin(), pattern.end()});
}

// An accumulator of dest is given to fn with every element of an array.
const Value* Lowering::lower_stream(const Value* dest, const Value* op, const Value* neutral,
                                    const Value* fn, const Value* array, const Shape* elem) {
  std::vector<Var> dests = array_leaves(dest);
  std::vector<const ir::Type*> types;
  for (Var var : dests) types.push_back(storage_.type(var));
  const ir::Type* acc_type = storage_.types.acc(types);
  const ir::Lambda* combine = op != nullptr ? operator_lambda(op, neutral) : nullptr;
  std::vector<Atom> neutrals;
  if (neutral != nullptr) neutrals = flatten(neutral);
  Var acc = builder_->new_var("acc", acc_type);
  const ir::Body* made = body([&] {
    MapInput input;
    input.arrays.push_back(acc);
    Var inner = builder_->new_var("acc", acc_type);
    input.params.push_back({inner, true});
    const Value* element_value = add_input(array, elem, input);
    const ir::Body* each =
        body([&] { return flatten(apply(fn, {leaf(inner), element_value}, {})); });
    Var result = builder_->new_var("acc", acc_type);
    std::vector<Var> pattern{result};
    builder_->add(
        pattern,
        builder_->make(
            ir::Map{{}, outer_size(array), lambda(input.params, each), arena_.copy(input.arrays)}));
    return std::vector<Atom>{result};
  });
  std::vector<Atom> dims{outer_size(dest)};
  std::vector<Var> pattern;
  for (const ir::Type* type : types) pattern.push_back(storage_.new_var({}, type));
  builder_->add(pattern, builder_->make(ir::WithAcc{{},
                                                    arena_.copy(dims),
                                                    arena_.copy(dests),
                                                    combine,
                                                    arena_.copy(neutrals),
                                                    lambda({{acc, true}}, made)}));
  return replace_leaves(dest, {pattern.begin(), pattern.end()});
}

const Value* Lowering::acc_write(const Values& args) {
  Var acc = as_var(args[0]->atom);
  std::vector<Atom> indices{args[1]->atom};
  return leaf(builder_->let(
      "acc", storage_.type(acc),
      builder_->make(ir::UpdateAcc{{}, acc, arena_.copy(indices), arena_.copy(flatten(args[2]))})));
}

// ---- Small reductions

Atom Lowering::reduce_numbers(Var numbers, BinaryOp op, std::string_view name) {
  const ir::Type* type = storage_.types.scalar(storage_.type(numbers)->elem);
  std::vector<Atom> zero{ir::Const{type->elem, 0}};
  std::vector<Var> arrays{numbers};
  Atom width = Builder::atom(storage_.type(numbers)->dims[0]);
  const ir::Lambda* fn = scalar_lambda(type, op);
  return builder_->let(name, type,
                       builder_->make(ir::Reduce{
                           {}, width, true, fn, arena_.copy(zero), nullptr, arena_.copy(arrays)}));
}

Atom Lowering::sum_of(Var numbers) { return reduce_numbers(numbers, BinaryOp::Add, "total"); }

Atom Lowering::none_negative(Var numbers) {
  Atom smallest = reduce_numbers(numbers, BinaryOp::Min, "smallest");
  return builder_->binary(BinaryOp::Ge, smallest, Atom::i64(0));
}

}  // namespace planish::lower
