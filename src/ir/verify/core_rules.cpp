#include "ir/verify/core_rules.h"

#include "ir/build/builder.h"
#include "ir/verify/bodies.h"

namespace planish::ir {

void CoreRules::check(const Map& n) {
  auto operands = rows(n.arrays, n.width);
  if (!operands) return;
  Dim outer = Builder::dim(n.width);
  apply(n.fn, *operands, [&](std::span<const Atom> results) {
    if (!binds(results.size())) return;
    for (size_t i = 0; i < results.size(); i++) gathers(i, {&outer, 1}, type(results[i]));
  });
}

void CoreRules::combines_mapped(const Atom& width, const Lambda* op, std::span<const Atom> neutral,
                                const Lambda* map, std::span<const Var> arrays,
                                std::span<const Dim> outer, const Lambda* post) {
  auto operands = rows(arrays, width);
  if (!operands) return;
  combines(op, shapes(neutral));
  combines_regular(shapes(neutral));
  Dim gathered = Builder::dim(width);
  if (map == nullptr) {
    if (count(post == nullptr ? neutral.size() : post->params.size(), arrays.size(), "operands")) {
      mapped_results(*operands, neutral, outer, {&gathered, 1}, post);
    }
    return;
  }
  std::optional<std::vector<Shape>> values;
  apply(map, *operands, [&](std::span<const Atom> results) {
    values = shapes(results);
    if (post == nullptr) mapped_results(*values, neutral, outer, {&gathered, 1}, nullptr);
  });
  // Nothing of `map` is in scope there.
  if (post != nullptr && values) mapped_results(*values, neutral, outer, {&gathered, 1}, post);
}

void CoreRules::check(const Reduce& n) {
  combines_mapped(n.width, n.op, n.neutral, n.map, n.arrays, {}, nullptr);
}

void CoreRules::check(const Scan& n) {
  Dim outer = Builder::dim(n.width);
  combines_mapped(n.width, n.op, n.neutral, n.map, n.arrays, {&outer, 1}, n.post);
}

void CoreRules::check(const Filter& n) {
  auto operands = rows(n.arrays, n.width);
  if (!operands) return;
  apply(n.predicate, *operands, [&](std::span<const Atom> results) {
    if (results.empty()) {
      count(1, 0, "results of the predicate");
      return;
    }
    is_scalar(results[0], Prim::Bool, "result");
    std::vector<Shape> kept = results.size() == 1 ? *operands : shapes(results.subspan(1));
    if (!binds(kept.size() + 1)) return;
    gives(0, Prim::I64);
    Dim outer = Dim::variable(state_.pattern[0]);
    for (size_t i = 0; i < kept.size(); i++) gathers(i + 1, {&outer, 1}, kept[i]);
  });
  only_arrays(*operands);
}

void CoreRules::check(const FlatMap& n) {
  auto operands = rows(n.arrays, n.width);
  if (!operands) return;
  Dim outer = Builder::dim(n.width);
  apply(n.fn, *operands,
        [&](std::span<const Atom> results) { flat_mapped(n.groups, results, {&outer, 1}); });
  only_arrays(*operands);
}

void CoreRules::writes(const Atom& width, std::span<const Var> arrays, const Lambda* map,
                       size_t index_count, std::span<const Shape> elems) {
  if (map != nullptr) {
    auto operands = rows(arrays, width);
    if (!operands) return;
    apply(map, *operands,
          [&](std::span<const Atom> results) { writes_elements(results, index_count, elems); });
    only_arrays(*operands);
    return;
  }
  is_i64(width, "width");
  if (!count(index_count + elems.size(), arrays.size(), "arrays of indices and values")) return;
  Dim outer = Builder::dim(width);
  for (size_t i = 0; i < arrays.size(); i++) {
    bool is_index = i < index_count;
    fits(is_index ? Shape(Prim::I64, {outer}) : elems[i - index_count].within(outer),
         storage_.type(arrays[i]), is_index ? "indices" : "values", arrays[i]);
  }
}

void CoreRules::check(const Hist& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() != n.dests.size()) return;
  writes(n.width, n.arrays, n.map, n.shape.size(), elems);
  if (!count(n.dests.size(), n.neutral.size(), "neutral elements")) return;
  for (size_t i = 0; i < elems.size(); i++) {
    fits(elems[i], type(n.neutral[i]), "neutral element", n.neutral[i]);
  }
  combines(n.op, elems);
  combines_regular(elems);
}

void CoreRules::check(const Scatter& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() == n.dests.size()) {
    writes(n.width, n.arrays, n.map, n.shape.size(), elems);
  }
}

void CoreRules::streams(const Lambda* fn, const Atom& width, std::span<const Atom> carried,
                        std::span<const Var> arrays) {
  if (fn == nullptr) return error(Rule::Structure, word() + ": a lambda is missing");
  auto chunk_rows = rows(arrays, width);
  if (!chunk_rows || fn->params.empty()) {
    count(1 + carried.size() + arrays.size(), fn->params.size(), "parameters of a lambda");
    return;
  }
  std::vector<Shape> operands{Shape(Prim::I64)};
  for (const Atom& atom : carried) operands.emplace_back(type(atom));
  for (const Shape& row : *chunk_rows) {
    operands.push_back(row.acc != nullptr ? row : row.within(Dim::variable(fn->params[0].var)));
  }
  apply(fn, operands, [&](std::span<const Atom> results) {
    if (results.size() < carried.size()) {
      count(carried.size(), results.size(), "carried values");
      return;
    }
    if (!binds(results.size())) return;
    for (size_t i = 0; i < results.size(); i++) {
      Shape result = type(results[i]);
      if (i < carried.size()) {
        fits(type(carried[i]), result, "result", results[i]);
        gives(i, type(carried[i]));
      } else if (result.acc != nullptr) {
        gives(i, result);
      } else if (result.dims.empty()) {
        error(Rule::Types, word() + ": result " + text(results[i]) + " must be an array");
      } else {
        gives(i, result.inside(1).within(Builder::dim(width)), 1);
      }
    }
  });
}

void CoreRules::check(const StreamMap& n) { streams(n.fn, n.width, {}, n.arrays); }

void CoreRules::check(const StreamSeq& n) { streams(n.fn, n.width, n.init, n.arrays); }

void CoreRules::check(const StreamRed& n) {
  combines(n.op, shapes(n.neutral));
  streams(n.fn, n.width, n.neutral, n.arrays);
}

void CoreRules::check(const WithAcc& n) {
  is_i64(n.shape, "dimension");
  std::vector<Shape> elems;
  for (Var array : n.arrays) {
    if (!is_array(array, n.shape.size())) return;
    Shape whole = storage_.type(array);
    elems.push_back(whole.inside(n.shape.size()));
    fits(elems.back().within(dims_of(n.shape)), whole, "array", array);
  }
  if (!count(n.op == nullptr ? 0 : n.arrays.size(), n.neutral.size(), "neutral elements")) return;
  if (n.op != nullptr) combines(n.op, elems);
  for (size_t i = 0; i < n.neutral.size(); i++) {
    fits(elems[i], type(n.neutral[i]), "neutral element", n.neutral[i]);
  }

  // The accumulator has the type of the arrays, which need not stand in the table of types.
  std::vector<const Type*> arrays;
  for (Var array : n.arrays) arrays.push_back(storage_.type(array));
  Type acc{TypeKind::Acc, Prim::Unit, {}, arrays};
  Shape operand(&acc);
  apply(n.fn, {&operand, 1}, [&](std::span<const Atom> results) {
    if (results.empty()) {
      count(1, 0, "accumulators given");
      return;
    }
    fits(operand, type(results[0]), "result", results[0]);
    if (!binds(n.arrays.size() + results.size() - 1)) return;
    for (size_t i = 0; i < n.arrays.size(); i++) gives(i, arrays[i]);
    for (size_t i = 1; i < results.size(); i++) {
      gives(n.arrays.size() + i - 1, type(results[i]));
    }
  });
}

void CoreRules::check(const UpdateAcc& n) {
  is_i64(n.indices, "index");
  const Type* acc = storage_.type(n.acc);
  if (!acc->is_acc()) {
    return error(Rule::Types, "update_acc: " + text(n.acc) +
                                  " must be an accumulator, but is of type " + text(acc));
  }
  if (!count(acc->arrays.size(), n.values.size(), "values")) return;
  for (size_t i = 0; i < n.values.size(); i++) {
    Shape array = acc->arrays[i];
    if (!count(std::min(array.dims.size(), n.indices.size()), n.indices.size(), "indices")) return;
    fits(array.inside(n.indices.size()), type(n.values[i]), "value", n.values[i]);
  }
  gives_one(acc);
}

}  // namespace planish::ir
