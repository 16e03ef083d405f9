// Lifting of reductions and scans.
//
// Note [Operators that differ]
// If the operator, or the neutral value, is another one at each point, what is combined gets the
// indices of its point as further components, and the operator reads what it needs there. Neutral
// values belong to no point (index -1), until they are combined with something:
//
//   reduce (\a b -> (a * b) % m) 1 row        m differs from point to point
//   segred {1, -1} \(a, i) (b, j) -> let k = max i j   in if k < 0 { a, k } else { (a * b) % m[k], k }
//
// Note [Operators that are parallel]
// If the operator is parallel itself, and there are few elements, it is best to have all of a
// round's applications at once, each of them parallel. Values of a reduction are combined in pairs,
// then the results of that; those of a scan, if the operator is at host level, one after the other,
// and otherwise with the one before, the one two before, and so on. If there are enough elements,
// each application is left to one thread. Values whose sizes differ from point to point leave no
// choice.
#include <algorithm>

#include "ir/match.h"
#include "passes/common/unfused_scan.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

// ---- Which way

bool Flattener::combines_alike(const OperatorParts& parts, const Nest& nest) const {
  return std::ranges::all_of(parts.neutral,
                             [&](const Atom& value) { return nest.is_invariant(value); }) &&
         parallelism_.invariant_lambda(parts.op, nest);
}

bool Flattener::has_parallel_operator(const OperatorParts& parts, const Nest& nest) {
  if (parts.op == nullptr) return false;
  Nest inside = nest;
  for (const Param& param : parts.op->params) inside.bind({&param.var, 1});
  return contains_liftable(parts.op->body, inside);
}

void Flattener::lift_combine(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  size_t combined = parts.neutral.size();
  if (const auto* scan = as<Scan>(stm.op)) combined = scan->made();
  bool values_vary = std::ranges::any_of(parts.neutral, [&](const Atom& value) {
    return nest.varying_dims(storage_.type(value)) > 0;
  });
  bool elements_vary = std::ranges::any_of(stm.pattern.subspan(combined), [&](Var var) {
    return nest.varying_dims(storage_.types.without_outer(storage_.type(var), 1)) > 0;
  });
  bool parallel = has_parallel_operator(parts, nest);
  bool has_function = lifts_function(parts, nest);
  bool is_simple = !elements_vary && !parallel && !has_function && combines_alike(parts, nest);
  if (has_post(stm) && !is_simple) {
    lift_code(nest, scan_and_map(stm), stm.pattern);
  } else if (values_vary || (parallel && thresholds_.all)) {
    lift_code(nest, combined_in_rounds(stm, stm.pattern, Rounds::Lifted), stm.pattern);
  } else if (elements_vary || (!parallel && has_function)) {
    lift_code(nest, map_before(stm), stm.pattern);
  } else if (parallel) {
    lift_combine_versions(nest, stm);
  } else {
    combine_by_level(nest, stm, arrays_of_results(nest, stm));
  }
}

// What is applied to what a scan gives becomes a map, where the scan is not done in the usual way.
bool Flattener::has_post(const Stm& stm) {
  const auto* scan = as<Scan>(stm.op);
  return scan != nullptr && scan->post != nullptr;
}
const Body* Flattener::scan_and_map(const Stm& stm) {
  return builder_.body([&] {
    for (const Stm& part : unfused(storage_, stm, *as<Scan>(stm.op))) builder_.add(part);
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

std::vector<Lifted> Flattener::arrays_of_results(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const bool reduces = stm.op->kind == Kind::Reduce;
  std::optional<Segments> rows;
  std::vector<Dim> outer = nest.dims();
  if (nest.is_invariant(parts.width)) {
    outer.push_back(Builder::dim(parts.width));
  } else {
    rows = segments(nest, {&parts.width, 1});
    outer = {Builder::dim(rows->total)};
  }
  std::vector<Lifted> made;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Var var = stm.pattern[i];
    Name name = storage_.vars[var.id].name;
    Lifted& one = made.emplace_back();
    if (reduces && i < parts.neutral.size()) {
      const Type* value = storage_.type(parts.neutral[i]);
      one.array = storage_.new_var(name, storage_.types.with_outer(nest.dims(), value));
    } else {
      const Type* type = storage_.type(var);
      const Type* element = storage_.types.without_outer(type, 1);
      if (rows) name = storage_.names.intern("rows");
      one.array = storage_.new_var(name, storage_.types.with_outer(outer, element));
      one.rows = rows;
      // The size that the result has by its type is the width.
      const Atom size = Builder::atom(type->dims[0]);
      if (rows && !nest.is_invariant(size))
        nest.segments.emplace(std::pair(nest.levels.size(), Nest::key({&size, 1})), *rows);
    }
    stands_for_[one.array] = var;
  }
  return made;
}

// An operator over the nest with one more level, which binds the arrays.
void Flattener::combine_by_level(Nest& nest, const Stm& stm, const std::vector<Lifted>& to) {
  std::vector<Var> arrays;
  for (const Lifted& one : to) arrays.push_back(one.array);
  if (combines_alike(*operator_parts(stm.op), nest)) {
    end_with(nest, stm, arrays);
  } else {
    combine_at_points(nest, stm, arrays);
  }
  for (size_t i = 0; i < to.size(); i++) hold(nest, stm.pattern[i], to[i]);
}

// By one level if there are enough elements, otherwise in rounds.
void Flattener::lift_combine_versions(Nest& nest, const Stm& stm) {
  std::vector<Lifted> results = arrays_of_results(nest, stm);
  OperatorParts parts = *operator_parts(stm.op);
  builder_.place = stm.place;
  Atom elements = nest.is_invariant(parts.width)
                      ? builder_.binary(BinaryOp::Mul, point_count(nest), parts.width, "elements")
                      : segments(nest, {&parts.width, 1}).total;
  Atom enough = builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.enough_outer), elements,
                                "enough_elements");
  record_versions(enough, stm.place, enough_elements());
  auto version = [&](auto make) {
    return builder_.body([&] {
      Nest inside = nest;
      make(inside);
      std::vector<Atom> given;
      for (size_t i = 0; i < results.size(); i++) {
        Lifted lifted = *inside.lifted(stm.pattern[i]);
        given.emplace_back(in_shape(lifted.array, storage_.type(results[i].array)));
      }
      return given;
    });
  };
  const Body* by_level = version([&](Nest& inside) {
    std::vector<Lifted> own = results;
    for (Lifted& one : own) one.array = fresh_like({&one.array, 1})[0];
    combine_by_level(inside, stm, own);
  });
  const Body* in_rounds = version([&](Nest& inside) {
    lift_code(inside, combined_in_rounds(stm, stm.pattern, Rounds::Lifted), stm.pattern);
  });
  std::vector<Var> pattern;
  for (const Lifted& one : results) pattern.push_back(one.array);
  add(pattern, builder_.make(If{{}, enough, by_level, in_rounds}), nest);
  for (size_t i = 0; i < results.size(); i++) hold(nest, stm.pattern[i], results[i]);
}

// Code in place of a statement: everything that it gives is kept.
void Flattener::lift_code(Nest& nest, const Body* code, std::span<const Var> results) {
  std::vector<Stm> rest;
  nest = lift_statements(std::move(nest), code, rest);
  std::vector<Atom> kept;
  for (Var var : results) {
    if (!nest.lifted(var)) kept.emplace_back(var);
  }
  if (!kept.empty()) keep_values(nest, rest, kept);
}

// ---- The function that is applied first as a map of its own

// Gives the arrays to combine; elements that are just gathered are bound to the last of the
// variables.
std::vector<Var> Flattener::mapped_elements(const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  if (parts.map == nullptr) return {parts.arrays.begin(), parts.arrays.end()};
  std::vector<Var> pattern;
  Dim width = Builder::dim(parts.width);
  for (const Atom& value : parts.neutral)
    pattern.push_back(
        builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, storage_.type(value))));
  pattern.insert(pattern.end(), to.begin() + ptrdiff_t(combined), to.end());
  Stm map = stm;
  map.pattern = builder_.list(pattern);
  map.op = builder_.make(Map{{}, parts.width, parts.map, parts.arrays});
  builder_.add(map);
  pattern.resize(combined);
  return pattern;
}

bool Flattener::lifts_function(const OperatorParts& parts, const Nest& nest) {
  if (parts.map == nullptr) return false;
  Nest inside = nest;
  for (const Param& param : parts.map->params) inside.bind({&param.var, 1});
  Nest regular = inside;
  return needs_lifting(parts.map->body, inside) ||
         parallelism_.contains_worth(parts.map->body, regular);
}

const Body* Flattener::map_before(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  bool combines = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  builder_.place = stm.place;
  return builder_.body([&] {
    Stm rest = stm;
    std::vector<Var> arrays;
    if (combines) {
      arrays = mapped_elements(stm, stm.pattern);
      rest.pattern = stm.pattern.first(parts.neutral.size());
    } else {
      Dim width = Builder::dim(parts.width);
      for (const Atom& result : parts.map->body->results)
        arrays.push_back(builder_.new_var(
            "mapped", storage_.types.with_outer({&width, 1}, storage_.type(result))));
      Stm map = stm;
      map.pattern = builder_.list(arrays);
      map.op = builder_.make(Map{{}, parts.width, parts.map, parts.arrays});
      builder_.add(map);
      // A filter whose function gives nothing but the decision keeps the elements.
      if (stm.op->kind == Kind::Filter && arrays.size() == 1)
        arrays.insert(arrays.end(), parts.arrays.begin(), parts.arrays.end());
    }
    rest.op = without_map(stm.op, builder_.list(arrays));
    builder_.add(rest);
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

// ---- Rounds

// The operator applied to elements of the arrays: first the parameters for the left one, then those
// for the right one.
std::vector<Atom> Flattener::apply_operator(const OperatorParts& parts, std::span<const Var> arrays,
                                            const Atom& left, const Atom& right) {
  const size_t combined = parts.neutral.size();
  for (size_t i = 0; i < 2 * combined; i++) {
    const Param& param = parts.op->params[i];
    Nest reads;
    reads.place = builder_.place;
    const Atom& at = i < combined ? left : right;
    read(reads, param.var, arrays[i % combined], {&at, 1}, param.unique || is_consumed(param.var));
    for (const Stm& stm : reads.stms) builder_.add(stm);
  }
  for (const Stm& stm : parts.op->body->stms) builder_.add(stm);
  return {parts.op->body->results.begin(), parts.op->body->results.end()};
}

std::vector<Var> Flattener::map_numbers(const Atom& width, std::span<const Atom> like,
                                        const std::function<std::vector<Atom>(const Atom&)>& fill) {
  Dim dim = Builder::dim(width);
  std::vector<Var> pattern;
  for (const Atom& value : like)
    pattern.push_back(
        builder_.new_var("combined", storage_.types.with_outer({&dim, 1}, storage_.type(value))));
  map_numbers_to(pattern, width, fill);
  return pattern;
}

void Flattener::map_numbers_to(std::span<const Var> to, const Atom& width,
                               const std::function<std::vector<Atom>(const Atom&)>& fill) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Dim dim = Builder::dim(width);
  Var numbers = builder_.let("numbers", storage_.types.array(Prim::I64, {&dim, 1}),
                             builder_.make(Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
  Var number = builder_.new_var("i", i64);
  const Body* body = builder_.body([&] { return fill(Atom(number)); });
  Lambda fn{builder_.list<Param>({{number}}), body, builder_.place};
  builder_.add(to, builder_.make(Map{
                       {}, width, storage_.arena.make<Lambda>(fn), builder_.list<Var>({numbers})}));
}

const Body* Flattener::combined_in_rounds(const Stm& stm, std::span<const Var> to, Rounds rounds) {
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = mapped_elements(stm, to);
    if (stm.op->kind == Kind::Reduce) {
      reduce_in_pairs(stm, arrays, to);
    } else if (rounds == Rounds::Lifted) {
      scan_by_doubling(stm, arrays, to);
    } else {
      scan_in_order(stm, arrays, to);
    }
    return std::vector<Atom>(to.begin(), to.end());
  });
}

//   loop (k = n, xs) while 1 < k { map (i < k / 2) { op xs[2i] xs[2i + 1] } ++ what is left }
void Flattener::reduce_in_pairs(const Stm& stm, std::span<const Var> arrays,
                                std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var count = builder_.new_var("count", i64);
  Var last_count = builder_.new_var("count", i64);
  std::vector<LoopParam> params{{{count}, parts.width}};
  std::vector<Var> pattern{last_count};
  std::vector<Var> current;
  for (size_t i = 0; i < combined; i++) {
    auto sized = [&](Var size) {
      Dim dim = Dim::variable(size);
      return storage_.types.with_outer({&dim, 1}, storage_.type(parts.neutral[i]));
    };
    current.push_back(builder_.new_var("xs", sized(count)));
    params.push_back({{current.back()}, arrays[i]});
    pattern.push_back(builder_.new_var("xs", sized(last_count)));
  }
  Loop loop{};
  loop.params = builder_.list(params);
  loop.condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, Atom::i64(1), count, "more")};
  });
  loop.body = builder_.body([&] {
    Atom pairs = builder_.binary(BinaryOp::Quot, count, Atom::i64(2), "pairs");
    Atom paired = builder_.binary(BinaryOp::Mul, pairs, Atom::i64(2), "paired");
    Atom left_over = builder_.binary(BinaryOp::Sub, count, paired, "left_over");
    Atom next = builder_.binary(BinaryOp::Add, pairs, left_over, "count");
    std::vector<Var> made = map_numbers(pairs, parts.neutral, [&](const Atom& i) {
      Atom left = builder_.binary(BinaryOp::Mul, i, Atom::i64(2), "left");
      Atom right = builder_.binary(BinaryOp::Add, left, Atom::i64(1), "right");
      return apply_operator(parts, current, left, right);
    });
    std::vector<Atom> results{next};
    for (size_t i = 0; i < combined; i++) {
      SliceDim end{false, paired, left_over, Atom::i64(1)};
      results.emplace_back(joined_with_slice(current[i], end, made[i], next, Joined::Before));
    }
    return results;
  });
  builder_.add(pattern, builder_.make(loop), stm.certs);
  Atom empty = builder_.binary(BinaryOp::Eq, last_count, Atom::i64(0), "empty");
  const Body* neutral = builder_.body([&] {
    std::vector<Atom> results;
    for (const Atom& value : parts.neutral) results.push_back(own(value));
    return results;
  });
  const Body* first = builder_.body([&] {
    std::vector<Atom> results;
    for (size_t i = 0; i < combined; i++) {
      const Op* index =
          builder_.make(Index{{}, pattern[i + 1], builder_.list<Atom>({Atom::i64(0)})});
      results.push_back(own(builder_.let("result", storage_.type(parts.neutral[i]), index)));
    }
    return results;
  });
  builder_.add(to.first(combined), builder_.make(If{{}, empty, neutral, first}));
}

// A result may be consumed, and without any round it would be a part of what was there before.
Atom Flattener::own(const Atom& value) {
  const Type* type = storage_.type(value);
  if (!type->is_array()) return value;
  return builder_.let("own", type, builder_.make(Copy{{}, value.var}));
}

// The array and a part of another one, as one array.
Var Flattener::joined_with_slice(Var of, const SliceDim& part, Var array, const Atom& count,
                                 Joined joined) {
  const Type* element = storage_.types.without_outer(storage_.type(of), 1);
  Dim part_dim = Builder::dim(part.count);
  Var slice = builder_.let("part", storage_.types.with_outer({&part_dim, 1}, element),
                           builder_.make(Slice{{}, of, builder_.list<SliceDim>({part})}));
  std::vector<Var> both{array, slice};
  if (joined == Joined::After) std::swap(both[0], both[1]);
  Dim dim = Builder::dim(count);
  return builder_.let("xs", storage_.types.with_outer({&dim, 1}, element),
                      builder_.make(Concat{{}, builder_.list(both)}));
}

//   loop (d = 1, xs) while d < n { take d xs ++ map (i < n - d) { op xs[i] xs[i + d] }, 2 * d }
void Flattener::scan_by_doubling(const Stm& stm, std::span<const Var> arrays,
                                 std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var distance = builder_.new_var("distance", i64);
  std::vector<LoopParam> params{{{distance}, Atom::i64(1)}};
  std::vector<Var> pattern{builder_.new_var("distance", i64)};
  std::vector<Var> current;
  for (size_t i = 0; i < combined; i++) {
    current.push_back(builder_.new_var("xs", storage_.type(to[i])));
    params.push_back({{current.back()}, own(arrays[i])});
    pattern.push_back(to[i]);
  }
  Loop loop{};
  loop.params = builder_.list(params);
  loop.condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, distance, parts.width, "more")};
  });
  loop.body = builder_.body([&] {
    Atom count = builder_.binary(BinaryOp::Sub, parts.width, distance, "count");
    std::vector<Var> made = map_numbers(count, parts.neutral, [&](const Atom& i) {
      Atom right = builder_.binary(BinaryOp::Add, i, distance, "right");
      return apply_operator(parts, current, i, right);
    });
    std::vector<Atom> results{builder_.binary(BinaryOp::Mul, distance, Atom::i64(2), "distance")};
    for (size_t i = 0; i < combined; i++) {
      SliceDim begin{false, Atom::i64(0), distance, Atom::i64(1)};
      results.emplace_back(
          joined_with_slice(current[i], begin, made[i], parts.width, Joined::After));
    }
    return results;
  });
  builder_.add(pattern, builder_.make(loop), stm.certs);
}

//   loop (a = neutral, results) for i < n { let c = op a xs[i]   in c, results with [i] = c }
void Flattener::scan_in_order(const Stm& stm, std::span<const Var> arrays,
                              std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  Loop loop{};
  loop.bound = parts.width;
  loop.index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
  std::vector<LoopParam> params;
  std::vector<Var> pattern;
  std::vector<Var> results;
  for (size_t i = 0; i < combined; i++) {
    const Type* type = storage_.type(parts.neutral[i]);
    params.push_back({{builder_.new_var("before", type)}, parts.neutral[i]});
    pattern.push_back(builder_.new_var("last", type));
  }
  for (size_t i = 0; i < combined; i++) {
    const Type* type = storage_.type(to[i]);
    results.push_back(builder_.new_var("results", type));
    params.push_back({{results.back(), true}, zeros("results", type)});
    pattern.push_back(to[i]);
  }
  loop.params = builder_.list(params);
  loop.body = builder_.body([&] {
    std::vector<Atom> next;
    Substitution by;
    for (size_t i = 0; i < combined; i++) {
      Var left = parts.op->params[i].var;
      const Op* given = builder_.make(Copy{{}, params[i].param.var});
      bool copies = storage_.type(left)->is_array() && is_consumed(left);
      if (!copies) given = builder_.make(Same{{}, params[i].param.var});
      builder_.add({&left, 1}, given);
      Var right = parts.op->params[combined + i].var;
      Nest reads;
      reads.place = stm.place;
      Atom at = loop.index;
      read(reads, right, arrays[i], {&at, 1}, is_consumed(right));
      for (const Stm& one : reads.stms) builder_.add(one);
    }
    for (const Stm& one : parts.op->body->stms) builder_.add(one);
    next.assign(parts.op->body->results.begin(), parts.op->body->results.end());
    for (size_t i = 0; i < combined; i++) {
      SliceDim place{true, loop.index, {}, {}};
      next.emplace_back(builder_.let(
          "results", storage_.type(results[i]),
          builder_.make(Update{{}, results[i], builder_.list<SliceDim>({place}), next[i]})));
    }
    return next;
  });
  builder_.add(pattern, builder_.make(loop), stm.certs);
}

// ---- Operators that differ

void Flattener::combine_at_points(Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  const size_t levels = nest.levels.size();
  builder_.place = stm.place;

  std::vector<Atom> neutral = neutral_at_points(nest, parts);

  // The operator. What it needs of its point is code of the nest.
  const Lambda* op = operator_at_points(nest, parts);

  // The elements.
  Nest inside = nest;
  std::vector<Atom> values = enter(inside, stm, parts);
  std::span<const Stm> stms;
  if (parts.map != nullptr) {
    stms = parts.map->body->stms;
    values.assign(parts.map->body->results.begin(), parts.map->body->results.end());
  }
  for (const Stm& one : stms) inside.bind(one.pattern);
  std::vector<Atom> indices;
  for (const Level& level : nest.levels) indices.emplace_back(level.index);
  values.insert(values.begin() + ptrdiff_t(combined), indices.begin(), indices.end());
  Piece code = piece(inside, stms, values);

  bool reduces = stm.op->kind == Kind::Reduce;
  bool differs = reduces && std::ranges::any_of(parts.neutral, [&](const Atom& value) {
                   return !nest.is_invariant(value);
                 });
  std::vector<Var> pattern(to.begin(), to.end());
  if (differs) pattern = fresh_like(to);
  std::vector<Var> own_indices;
  for (size_t i = 0; i < levels; i++) {
    const std::vector<Dim> dims = reduces ? nest.dims() : inside.dims();
    own_indices.push_back(builder_.new_var("point", storage_.types.array(Prim::I64, dims)));
  }
  std::vector<Var> given(pattern.begin(), pattern.end());
  given.insert(given.begin() + ptrdiff_t(combined), own_indices.begin(), own_indices.end());
  const Op* made = nullptr;
  if (reduces) {
    const auto* reduce = as<Reduce>(stm.op);
    made = builder_.make(
        SegRed{{}, code.space, reduce->commutative, op, builder_.list(neutral), code.body});
  } else {
    made = builder_.make(SegScan{{}, code.space, op, builder_.list(neutral), code.body, nullptr});
  }
  add(given, made, inside);
  if (!differs) return;

  // Points without elements have their own neutral values.
  Nest after = nest;
  std::vector<Stm> choice;
  auto let = [&](const Type* type, const Op* operation) {
    Var var = builder_.new_var("", type);
    choice.push_back({builder_.list<Var>({var}), operation, {}, {}, stm.place});
    return var;
  };
  std::span<const Atom> at = builder_.list(nest.indices());
  Var point = let(storage_.types.scalar(Prim::I64), builder_.make(Index{{}, own_indices[0], at}));
  Var empty = let(storage_.types.scalar(Prim::Bool),
                  builder_.make(Binary{{}, BinaryOp::Lt, point, Atom::i64(0)}));
  const Body* none =
      builder_.body([&] { return std::vector<Atom>(parts.neutral.begin(), parts.neutral.end()); });
  std::vector<Var> chosen;
  const Body* some = builder_.body([&] {
    std::vector<Atom> results;
    for (size_t i = 0; i < combined; i++) {
      const Type* type = storage_.type(parts.neutral[i]);
      results.emplace_back(builder_.let("", type, builder_.make(Index{{}, pattern[i], at})));
      chosen.push_back(builder_.new_var("", type));
    }
    return results;
  });
  choice.push_back(
      {builder_.list(chosen), builder_.make(If{{}, empty, none, some}), {}, {}, stm.place});
  for (const Stm& one : choice) after.bind(one.pattern);
  std::vector<Atom> results(chosen.begin(), chosen.end());
  Piece finished = piece(after, choice, results);
  add(to.first(combined), builder_.make(SegMap{{}, finished.space, finished.body}), nest);
  for (size_t i = combined; i < to.size(); i++)
    builder_.add(to.subspan(i, 1), builder_.make(Same{{}, pattern[i]}));
}

// What stands for nothing at all.
std::vector<Atom> Flattener::neutral_at_points(const Nest& nest, const OperatorParts& parts) {
  std::vector<Atom> neutral;
  for (const Atom& value : parts.neutral) {
    const Type* type = storage_.type(value);
    Atom none = Const{type->elem, 0};
    if (nest.is_invariant(value)) {
      none = value;
    } else if (type->is_array()) {
      none = zeros("none", type);
    }
    neutral.push_back(none);
  }
  neutral.resize(neutral.size() + nest.levels.size(), Atom::i64(-1));
  return neutral;
}

const Lambda* Flattener::operator_at_points(const Nest& nest, const OperatorParts& parts) {
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Param> params;
  std::vector<Atom> indices[2];  // of the left side and the right side
  for (size_t side = 0; side < 2; side++) {
    for (size_t i = 0; i < combined; i++)
      params.push_back(
          {builder_.new_var("", storage_.type(parts.op->params[side * combined + i].var))});
    for (size_t i = 0; i < nest.levels.size(); i++) {
      params.push_back({builder_.new_var("i", i64)});
      indices[side].emplace_back(params.back().var);
    }
  }
  // At a point: the operator, applied to neutral values of the point where there are none yet.
  Nest inside = nest;
  std::vector<Stm> stms;
  const size_t each = combined + nest.levels.size();
  for (size_t side = 0; side < 2; side++) {
    Var none = builder_.new_var("none", storage_.types.scalar(Prim::Bool));
    stms.push_back({builder_.list<Var>({none}),
                    builder_.make(Binary{{}, BinaryOp::Lt, indices[side][0], Atom::i64(0)}),
                    {},
                    {},
                    nest.place});
    for (size_t i = 0; i < combined; i++) {
      Var operand = parts.op->params[side * combined + i].var;
      Atom given = params[side * each + i].var;
      Atom neutral = parts.neutral[i];
      const Op* value = builder_.make(Same{{}, given});
      if (!nest.is_invariant(neutral)) {
        const Body* own = builder_.body([&] { return std::vector<Atom>{neutral}; });
        const Body* as_it_is = builder_.body([&] { return std::vector<Atom>{given}; });
        value = builder_.make(If{{}, none, own, as_it_is});
      }
      stms.push_back({builder_.list<Var>({operand}), value, {}, {}, nest.place});
    }
  }
  stms.insert(stms.end(), parts.op->body->stms.begin(), parts.op->body->stms.end());
  for (const Stm& stm : stms) inside.bind(stm.pattern);
  inside.left = Because{.ground = Ground::InOperator, .limit = thresholds_.enough_outer};
  Piece code = piece(inside, stms, parts.op->body->results);

  const Body* body = builder_.body([&] {
    std::vector<Atom> at;
    for (size_t i = 0; i < nest.levels.size(); i++)
      at.push_back(builder_.binary(BinaryOp::Max, indices[0][i], indices[1][i], "point"));
    Atom none = builder_.binary(BinaryOp::Lt, at[0], Atom::i64(0), "none");
    std::vector<Atom> left;
    std::vector<Var> results;
    for (size_t i = 0; i < combined; i++) {
      left.emplace_back(params[i].var);
      results.push_back(builder_.new_var("", storage_.type(left.back())));
    }
    const Body* as_it_is = builder_.body([&] { return left; });
    const Body* applied = builder_.body([&] {
      Substitution by;
      for (size_t i = 0; i < at.size(); i++) by[code.space.levels[i].index] = at[i];
      const Body* here = substitute(storage_, code.body, by);
      for (const Stm& stm : here->stms) builder_.add(stm);
      return std::vector<Atom>(here->results.begin(), here->results.end());
    });
    builder_.add(results, builder_.make(If{{}, none, as_it_is, applied}));
    std::vector<Atom> all(results.begin(), results.end());
    all.insert(all.end(), at.begin(), at.end());
    return all;
  });
  Lambda op{builder_.list(params), body, parts.op->place};
  return clone_lambda(storage_, storage_.arena.make<Lambda>(op));
}

}  // namespace planish::passes
