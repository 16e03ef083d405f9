// Parallel operators of CORE and FLAT, and accumulators.
#include <algorithm>

#include "ir/builder.h"
#include "ir/match.h"
#include "ir/verifier.h"

namespace planish::ir {

// ---- Parts

template <class F>
void Verifier::apply(const Lambda* lambda, std::span<const Shape> operands, F results) {
  if (lambda == nullptr) return error(Rule::Structure, word() + ": a lambda is missing");
  Scope scope(*this);
  // The function of a with_acc runs once, where the operation stands.
  const auto* with_acc = as<WithAcc>(op_);
  bool stays_at_host = with_acc != nullptr && with_acc->fn == lambda;
  bool at_host_around = std::exchange(at_host_, at_host_ && stays_at_host);
  bool sound = true;
  for (const Param& param : lambda->params) sound &= bind(param.var);
  if (sound && count(operands.size(), lambda->params.size(), "parameters of a lambda")) {
    for (size_t i = 0; i < operands.size(); i++) {
      Var var = lambda->params[i].var;
      fits(operands[i], storage_.type(var), "parameter", var, 0);
    }
    if (body(lambda->body)) results(lambda->body->results);
  }
  at_host_ = at_host_around;
}

std::optional<std::vector<Shape>> Verifier::rows(std::span<const Var> arrays, const Atom& width) {
  is_i64(width, "width");
  std::vector<Shape> rows;
  for (Var array : arrays) {
    Shape shape = storage_.type(array);
    if (shape.acc != nullptr) {
      rows.push_back(shape);
      continue;
    }
    if (!is_array(array)) return std::nullopt;
    fits(shape.inside(1).within(Builder::dim(width)), shape, "operand", array);
    rows.push_back(shape.inside(1));
  }
  return rows;
}

void Verifier::only_arrays(std::span<const Shape> operands) {
  for (const Shape& operand : operands) {
    if (operand.acc != nullptr) return error(Rule::Types, word() + ": takes only arrays");
  }
}

void Verifier::gathers(size_t index, std::span<const Dim> outer, const Shape& elem) {
  if (elem.acc != nullptr) {
    gives(index, elem);
  } else {
    gives(index, elem.within(outer), outer.size());
  }
}

std::vector<Shape> Verifier::shapes(std::span<const Atom> atoms) const {
  std::vector<Shape> shapes;
  for (const Atom& atom : atoms) shapes.emplace_back(type(atom));
  return shapes;
}

// An operator that takes two of each of these values and gives one.
void Verifier::combines(const Lambda* op, std::span<const Shape> values) {
  std::vector<Shape> operands(values.begin(), values.end());
  operands.insert(operands.end(), values.begin(), values.end());
  apply(op, operands, [&](std::span<const Atom> results) {
    if (!count(values.size(), results.size(), "results of the operator")) return;
    for (size_t i = 0; i < values.size(); i++) {
      fits(values[i], type(results[i]), "result", results[i]);
    }
  });
}

// ---- Map, Reduce, Scan, Filter

void Verifier::check(const Map& n) {
  auto operands = rows(n.arrays, n.width);
  if (!operands) return;
  Dim outer = Builder::dim(n.width);
  apply(n.fn, *operands, [&](std::span<const Atom> results) {
    if (!binds(results.size())) return;
    for (size_t i = 0; i < results.size(); i++) gathers(i, {&outer, 1}, type(results[i]));
  });
}

// The first results are combined, as the neutral elements say; the others are gathered.
void Verifier::mapped_results(std::span<const Shape> results, std::span<const Atom> neutral,
                              std::span<const Dim> combined_outer, std::span<const Dim> outer,
                              const Lambda* post) {
  if (results.size() < neutral.size()) {
    count(neutral.size(), results.size(), "values to combine");
    return;
  }
  if (post != nullptr) return post_results(results, neutral, outer, post);
  if (!binds(results.size())) return;
  for (size_t i = 0; i < results.size(); i++) {
    if (i >= neutral.size()) {
      gathers(i, outer, results[i]);
      continue;
    }
    Shape value = type(neutral[i]);
    fits(value, results[i], "value to combine with", neutral[i], 0);
    gathers(i, combined_outer, value);
  }
}

// `post` takes what is combined and some of the values after it; what it gives and the other values
// are gathered.
void Verifier::post_results(std::span<const Shape> results, std::span<const Atom> neutral,
                            std::span<const Dim> outer, const Lambda* post) {
  const size_t taken = post->params.size();
  if (taken < neutral.size() || taken > results.size()) {
    count(results.size(), taken, "parameters of the function applied afterwards");
    return;
  }
  std::vector<Shape> operands = shapes(neutral);
  for (size_t i = 0; i < taken; i++) {
    if (i < neutral.size()) {
      fits(operands[i], results[i], "value to combine with", neutral[i], 0);
    } else {
      operands.push_back(results[i]);
    }
    if (operands[i].acc != nullptr || !operands[i].dims.empty()) {
      return error(Rule::Types, word() + ": the function applied afterwards takes scalars only");
    }
  }
  apply(post, operands, [&](std::span<const Atom> given) {
    if (!binds(given.size() + results.size() - taken)) return;
    for (size_t i = 0; i < given.size(); i++) gathers(i, outer, type(given[i]));
    for (size_t i = taken; i < results.size(); i++)
      gathers(given.size() + i - taken, outer, results[i]);
  });
}

// No operator holds values whose sizes change.
void Verifier::combines_regular(std::span<const Shape> values) {
  for (const Shape& value : values) {
    if (std::ranges::any_of(value.dims, &Dim::is_varying))
      return error(Rule::Types, word() + ": values that are combined must be regular");
  }
}

void Verifier::combines_mapped(const Atom& width, const Lambda* op, std::span<const Atom> neutral,
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

void Verifier::check(const Reduce& n) {
  combines_mapped(n.width, n.op, n.neutral, n.map, n.arrays, {}, nullptr);
}

void Verifier::check(const Scan& n) {
  Dim outer = Builder::dim(n.width);
  combines_mapped(n.width, n.op, n.neutral, n.map, n.arrays, {&outer, 1}, n.post);
}

void Verifier::check(const Filter& n) {
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
    Dim outer = Dim::variable(pattern_[0]);
    for (size_t i = 0; i < kept.size(); i++) gathers(i + 1, {&outer, 1}, kept[i]);
  });
  only_arrays(*operands);
}

void Verifier::flat_mapped(std::span<const uint32_t> groups, std::span<const Atom> results,
                           std::span<const Dim> outer) {
  size_t row_count = 0;
  for (uint32_t rows : groups) row_count += rows;
  if (results.size() < groups.size() + row_count) {
    count(groups.size() + row_count, results.size(), "lengths and rows");
    return;
  }
  if (!binds(results.size() + groups.size())) return;
  size_t result = groups.size();
  for (size_t g = 0; g < groups.size(); g++) {
    is_i64(results[g], "length");
    gives(g, Prim::I64);
    gives(groups.size() + g, Shape(Prim::I64).within(outer));
    for (uint32_t row = 0; row < groups[g]; row++, result++) {
      Shape found = type(results[result]);
      if (found.acc != nullptr || found.dims.empty()) {
        return error(Rule::Types, word() + ": row " + text(results[result]) + " must be an array");
      }
      Shape inner = found.inside(1);
      fits(inner.within(Builder::dim(results[g])), found, "row", results[result]);
      gives(result + groups.size(), inner.within(Dim::variable(pattern_[g])));
    }
  }
  for (; result < results.size(); result++)
    gathers(result + groups.size(), outer, type(results[result]));
}

void Verifier::check(const FlatMap& n) {
  auto operands = rows(n.arrays, n.width);
  if (!operands) return;
  Dim outer = Builder::dim(n.width);
  apply(n.fn, *operands,
        [&](std::span<const Atom> results) { flat_mapped(n.groups, results, {&outer, 1}); });
  only_arrays(*operands);
}

// ---- Writing to destinations

std::vector<Shape> Verifier::written(std::span<const Atom> shape, std::span<const Var> dests) {
  is_i64(shape, "dimension");
  std::vector<Shape> elems;
  if (!binds(dests.size())) return elems;
  for (size_t i = 0; i < dests.size(); i++) {
    if (!is_array(dests[i], shape.size())) return {};
    Shape dest = storage_.type(dests[i]);
    elems.push_back(dest.inside(shape.size()));
    fits(elems.back().within(dims_of(shape)), dest, "destination", dests[i]);
    gives(i, dest);
  }
  return elems;
}

void Verifier::writes(const Atom& width, std::span<const Var> arrays, const Lambda* map,
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

void Verifier::writes_elements(std::span<const Atom> results, size_t index_count,
                               std::span<const Shape> elems) {
  if (!count(index_count + elems.size(), results.size(), "results")) return;
  is_i64(results.subspan(0, index_count), "index");
  for (size_t i = 0; i < elems.size(); i++) {
    const Atom& value = results[index_count + i];
    fits(elems[i], type(value), "value", value);
  }
}

void Verifier::check(const Hist& n) {
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

void Verifier::check(const Scatter& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() == n.dests.size()) {
    writes(n.width, n.arrays, n.map, n.shape.size(), elems);
  }
}

// ---- Streams

void Verifier::streams(const Lambda* fn, const Atom& width, std::span<const Atom> carried,
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

void Verifier::check(const StreamMap& n) { streams(n.fn, n.width, {}, n.arrays); }
void Verifier::check(const StreamSeq& n) { streams(n.fn, n.width, n.init, n.arrays); }
void Verifier::check(const StreamRed& n) {
  combines(n.op, shapes(n.neutral));
  streams(n.fn, n.width, n.neutral, n.arrays);
}

// ---- Accumulators

void Verifier::check(const WithAcc& n) {
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

void Verifier::check(const UpdateAcc& n) {
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

// ---- FLAT

std::vector<Dim> Verifier::dims_of(const Space& space) {
  std::vector<Dim> dims;
  for (const Level& level : space.levels) {
    if (level.offsets) dims.clear();
    dims.push_back(Builder::dim(level.bound));
  }
  return dims;
}

std::vector<Dim> Verifier::outer_dims_of(const Space& space) {
  return space.levels.empty() ? std::vector<Dim>()
                              : dims_of(Space{space.levels.first(space.levels.size() - 1)});
}

bool Verifier::space(const Space& space) {
  if (!at_host_) {
    error(Rule::Structure, word() + " must stand at host level, not in a lambda or in another one");
  }
  if (space.levels.empty()) {
    error(Rule::Structure, word() + ": the iteration space has no levels");
    return false;
  }
  for (const Level& level : space.levels) {
    is_i64(level.bound, "bound");
    if (!level.offsets) continue;
    if (&level == space.levels.data()) {
      error(Rule::Structure, word() + ": the outermost level must be regular");
    }
    const Type* offsets = storage_.type(level.offsets);
    if (offsets->rank() != 1 || offsets->elem != Prim::I64) {
      error(Rule::Types, word() + ": offsets " + text(level.offsets) +
                             " must be an array of i64, but are of type " + text(offsets));
    }
  }
  for (const Level& level : space.levels) {
    if (!bind(level.index)) return false;
    is_i64(level.index, "index");
  }
  return true;
}

bool Verifier::seg_body(const Body* body) {
  bool at_host_around = std::exchange(at_host_, false);
  bool sound = this->body(body);
  at_host_ = at_host_around;
  return sound;
}

void Verifier::segmented(const Space& space, const Body* body, std::span<const Atom> neutral,
                         std::span<const Dim> combined_outer, const Lambda* post) {
  Scope scope(*this);
  if (!this->space(space)) return;
  std::vector<Shape> values;
  {
    Scope inside(*this);
    if (!seg_body(body)) return;
    values = shapes(body->results);
    if (post == nullptr) mapped_results(values, neutral, combined_outer, dims_of(space), nullptr);
  }
  if (post != nullptr) mapped_results(values, neutral, combined_outer, dims_of(space), post);
}

void Verifier::check(const SegMap& n) { segmented(n.space, n.body, {}, {}, nullptr); }

void Verifier::check(const SegRed& n) {
  combines(n.op, shapes(n.neutral));
  segmented(n.space, n.body, n.neutral, outer_dims_of(n.space), nullptr);
}

void Verifier::check(const SegScan& n) {
  combines(n.op, shapes(n.neutral));
  segmented(n.space, n.body, n.neutral, dims_of(n.space), n.post);
}

void Verifier::seg_writes(const Space& space, const Body* body, size_t index_count,
                          std::span<const Shape> elems) {
  Scope scope(*this);
  if (!this->space(space) || !seg_body(body)) return;
  std::span<const Atom> results = body->results;
  if (!count(index_count + elems.size(), results.size(), "results")) return;
  is_i64(results.subspan(0, index_count), "index");
  for (size_t i = 0; i < elems.size(); i++) {
    const Atom& value = results[index_count + i];
    fits(elems[i], type(value), "value", value);
  }
}

void Verifier::check(const SegHist& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() != n.dests.size()) return;
  if (!count(n.dests.size(), n.neutral.size(), "neutral elements")) return;
  for (size_t i = 0; i < elems.size(); i++) {
    fits(elems[i], type(n.neutral[i]), "neutral element", n.neutral[i]);
  }
  combines(n.op, elems);
  seg_writes(n.space, n.body, n.shape.size(), elems);
}

void Verifier::check(const SegScatter& n) {
  std::vector<Shape> elems = written(n.shape, n.dests);
  if (elems.size() == n.dests.size()) seg_writes(n.space, n.body, n.shape.size(), elems);
}

void Verifier::check(const SegFilter& n) {
  Scope scope(*this);
  if (!space(n.space) || !seg_body(n.body)) return;
  std::span<const Atom> results = n.body->results;
  if (results.empty()) {
    count(1, 0, "results");
    return;
  }
  is_scalar(results[0], Prim::Bool, "result");
  size_t first = n.space.levels.size() == 1 ? 1 : 2;
  if (!binds(first + results.size() - 1)) return;
  gives(0, Prim::I64);
  if (first == 2) gives(1, Shape(Prim::I64).within(outer_dims_of(n.space)));
  kept_values(first, results.subspan(1));
}

void Verifier::kept_values(size_t first, std::span<const Atom> values) {
  for (size_t i = 0; i < values.size(); i++) {
    Shape value = type(values[i]);
    if (value.acc != nullptr) return error(Rule::Types, word() + ": keeps no accumulators");
    gives(first + i, value.within(Dim::variable(pattern_[0])), 1);
  }
}

void Verifier::check(const SegPartition& n) {
  is_i64(n.classes, "number of classes");
  Scope scope(*this);
  if (!space(n.space) || !seg_body(n.body)) return;
  std::span<const Atom> results = n.body->results;
  if (results.empty()) {
    count(1, 0, "results");
    return;
  }
  is_i64(results[0], "class");
  if (!binds(results.size() + 1)) return;
  gives(0, Prim::I64);
  gives(1, Shape(Prim::I64).within(Builder::dim(n.classes)));
  kept_values(2, results.subspan(1));
}

void Verifier::check(const SegFlatMap& n) {
  Scope scope(*this);
  if (!space(n.space) || !seg_body(n.body)) return;
  flat_mapped(n.groups, n.body->results, dims_of(n.space));
}

}  // namespace planish::ir
