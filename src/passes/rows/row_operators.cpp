#include "passes/rows/row_operators.h"

#include <algorithm>

#include "passes/common/flat_map_builder.h"
#include "passes/common/unfused_scan.h"
#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

namespace {

// The values as they are.
const Lambda* identity(Builder& builder, std::span<const Atom> like) {
  std::vector<Param> params;
  std::vector<Atom> results;
  for (const Atom& atom : like) {
    params.push_back({builder.new_var("", builder.type(atom))});
    results.emplace_back(params.back().var);
  }
  const Body* body = builder.body([&] { return results; });
  return builder.arena().make<Lambda>(Lambda{builder.list(params), body, builder.place});
}

}  // namespace

// ---- Maps

void RowOperators::map(const Stm& stm, const Map& op) {
  if (values_.any_irregular(stm.pattern)) {
    auto is_acc = [&](Var array) { return storage_.type(array)->is_acc(); };
    if (std::ranges::any_of(op.arrays, is_acc) ||
        has_attribute(stm.attrs, AttributeKind::SequentialOuter))
      return map_in_order(stm, op);
    if (!map_elements(stm, op)) flat_map(stm, op);
    return;
  }
  RowElements::Inputs in = elements_.inputs(op.width, op.arrays, op.fn->params);
  const Lambda* fn = elements_.lambda_of(op.fn, op.arrays, in, [&](std::span<const Atom> results) {
    std::vector<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++)
      atoms.push_back(values_.regular_element(stm.pattern[i], results[i]));
    return atoms;
  });
  make_.add(stm.pattern, make_.make(Map{{}, op.width, fn, make_.list(in.arrays)}), stm.attrs);
}

void RowOperators::flat_map(const Stm& stm, const Map& op) {
  FlatMapBuilder map(make_, op.width);
  std::vector<std::pair<Var, FlatMapBuilder::Result>> made;
  RowElements::Inputs in = elements_.inputs(op.width, op.arrays, op.fn->params);
  const Lambda* fn = elements_.lambda_of(op.fn, op.arrays, in, [&](std::span<const Atom> results) {
    for (size_t i = 0; i < results.size(); i++) {
      Var var = stm.pattern[i];
      if (!values_.is_irregular(var)) {
        map.give(var, values_.regular_element(var, results[i]));
        continue;
      }
      const Type* type = values_.element_type(storage_.type(var), storage_.type(results[i]));
      RowsValue element = values_.as(type, values_.value(results[i]), values_.dims(results[i]));
      made.emplace_back(var, map.give(storage_.type(var), element, type->dims));
    }
    return map.given();
  });
  map.add(fn, in.arrays, stm.attrs);
  for (const auto& [var, result] : made) {
    std::optional<Atom> length = map.length(result);
    auto param =
        length ? std::ranges::find(op.fn->params, length->var, &Param::var) : op.fn->params.end();
    Var lengths;
    if (param != op.fn->params.end()) {
      lengths = values_.now(op.arrays[static_cast<size_t>(param - op.fn->params.begin())]).var;
      if (Var offsets = lengths_.packed_offsets(lengths, op.arrays))
        map.share_offsets(result, offsets);
    }
    values_.set_rows(var, map.rows(result));
    if (lengths) lengths_.add_offsets(lengths, values_.rows(var).offsets[0]);
  }
}

std::vector<RowCollector> RowOperators::collectors(CarriedLoop& loop, std::span<const Var> pattern,
                                                   std::span<const Atom> elements) {
  std::vector<RowCollector> made;
  made.reserve(pattern.size());
  std::vector<size_t> leaders;
  for (size_t i = 0; i < pattern.size(); i++) {
    const Type* type = storage_.type(pattern[i]);
    Levels levels(type->dims);
    const RowCollector* like = nullptr;
    if (levels.count() == 1 && levels.dim(0) == 1) {
      for (size_t leader : leaders) {
        if (values_.dims(elements[leader])[0] == values_.dims(elements[i])[0]) like = &made[leader];
      }
      if (like == nullptr) leaders.push_back(i);
    }
    made.emplace_back(make_, loop, type, like);
  }
  return made;
}

void RowOperators::append(RowCollector& collector, Var array, const Atom& index,
                          const Atom& element) {
  const Type* type = values_.element_type(storage_.type(array), storage_.type(element));
  collector.append(index, values_.as(type, values_.value(element), values_.dims(element)),
                   type->dims);
}

void RowOperators::map_in_order(const Stm& stm, const Map& op) {
  CarriedLoop loop(make_);
  // Accumulators are handed from iteration to iteration.
  std::vector<CarriedLoop::Index> carried;
  std::vector<Var> arrays;
  std::vector<Param> params;
  std::vector<Var> accumulators;
  for (size_t i = 0; i < op.arrays.size(); i++) {
    const Type* type = storage_.type(op.arrays[i]);
    if (!type->is_acc()) {
      arrays.push_back(op.arrays[i]);
      params.push_back(op.fn->params[i]);
      continue;
    }
    carried.push_back(loop.carry("acc", type, op.arrays[i], CarriedLoop::Owned::No));
    accumulators.push_back(op.fn->params[i].var);
  }
  std::vector<Var> gathered;
  std::vector<Atom> elements;
  std::vector<std::pair<Var, Atom>> accumulated;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    if (storage_.type(stm.pattern[i])->is_acc()) {
      accumulated.emplace_back(stm.pattern[i], op.fn->body->results[i]);
    } else {
      gathered.push_back(stm.pattern[i]);
      elements.push_back(op.fn->body->results[i]);
    }
  }
  std::vector<RowCollector> made = collectors(loop, gathered, elements);
  loop.run(op.width, stm.attrs, [&](Var index) {
    for (size_t i = 0; i < accumulators.size(); i++)
      values_.set_array(accumulators[i], loop.now(carried[i]));
    for (size_t i = 0; i < arrays.size(); i++) elements_.bind_element(arrays[i], params[i], index);
    representer_.statements(op.fn->body);
    for (size_t i = 0; i < made.size(); i++) append(made[i], gathered[i], index, elements[i]);
    for (size_t i = 0; i < accumulated.size(); i++)
      loop.set_next(carried[i], values_.now(accumulated[i].second));
  });
  for (size_t i = 0; i < accumulated.size(); i++)
    values_.set_array(accumulated[i].first, loop.last(carried[i]));
  for (size_t i = 0; i < made.size(); i++)
    values_.bind(gathered[i], made[i].result(), values_.dims(gathered[i]));
}

// ---- Reduce, Scan

template <class Combine>
void RowOperators::combine(const Stm& stm, const Combine& op) {
  if (values_.any_irregular(stm.pattern)) {
    Dim width = Builder::dim(op.width);
    std::vector<Var> given;
    for (const Atom& atom : op.neutral) {
      const Type* type = storage_.types.with_outer({&width, 1}, storage_.type(atom));
      given.push_back(make_.builder.new_var("mapped", type));
    }
    std::span<const Var> gathered = stm.pattern.subspan(op.neutral.size());
    Stm map = stm;
    Combine rest = op;
    rest.map = nullptr;
    rest.arrays = make_.list(given);
    given.insert(given.end(), gathered.begin(), gathered.end());
    map.pattern = make_.list(given);
    map.op = make_.make(Map{{}, op.width, op.map, op.arrays});
    representer_.statement(map);
    Stm combined = stm;
    combined.pattern = stm.pattern.first(op.neutral.size());
    return combine(combined, rest);
  }
  const Lambda* map = op.map != nullptr ? op.map : identity(make_.builder, op.neutral);
  RowElements::Inputs in = elements_.inputs(op.width, op.arrays, map->params);
  Combine made = op;
  made.map = elements_.lambda_of(map, op.arrays, in, [&](std::span<const Atom> results) {
    std::vector<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++) {
      atoms.push_back(i < op.neutral.size()
                          ? values_
                                .as(storage_.type(op.neutral[i]), values_.value(results[i]),
                                    values_.dims(results[i]))
                                .atom
                          : values_.regular_element(stm.pattern[i], results[i]));
    }
    return atoms;
  });
  made.op = representer_.lambda_children(op.op);
  std::vector<Atom> neutral;
  for (const Atom& atom : op.neutral) neutral.push_back(values_.now(atom));
  made.neutral = make_.list(neutral);
  made.arrays = make_.list(in.arrays);
  make_.add(stm.pattern, make_.make(made), stm.attrs);
}

template void RowOperators::combine(const Stm& stm, const Reduce& op);

void RowOperators::scan(const Stm& stm, const Scan& op) {
  if (op.post == nullptr) return combine(stm, op);
  for (const Stm& part : unfused(storage_, stm, op)) representer_.statement(part);
}

// ---- Filter

void RowOperators::filter(const Stm& stm, const Filter& op) {
  std::span<const Atom> results = op.predicate->body->results;
  bool keeps_elements = results.size() == 1;
  if (!keeps_elements && values_.any_irregular(stm.pattern)) return filter_values(stm, op);
  RowElements::Inputs in = elements_.inputs(op.width, op.arrays, op.predicate->params);
  if (!values_.any_irregular(stm.pattern)) {
    Filter made = op;
    made.predicate =
        elements_.lambda_of(op.predicate, op.arrays, in, [&](std::span<const Atom> given) {
          // The elements as values, since the operands are others now.
          std::vector<Atom> kept(given.begin() + 1, given.end());
          if (keeps_elements) {
            for (const Param& param : op.predicate->params) kept.emplace_back(param.var);
          }
          std::vector<Atom> values{given[0]};
          for (size_t i = 0; i < kept.size(); i++)
            values.push_back(values_.regular_element(stm.pattern[i + 1], kept[i]));
          return values;
        });
    made.arrays = make_.list(in.arrays);
    return make_.add(stm.pattern, make_.make(made), stm.attrs);
  }
  Dim width = Builder::dim(op.width);
  Var flags = make_.builder.new_var("keep", storage_.types.array(Prim::Bool, {&width, 1}));
  const Lambda* predicate = elements_.lambda_of(
      op.predicate, op.arrays, in,
      [](std::span<const Atom> keep) { return std::vector<Atom>(keep.begin(), keep.end()); });
  make_.add({&flags, 1}, make_.make(Map{{}, op.width, predicate, make_.list(in.arrays)}),
            stm.attrs);
  keep_rows(stm, flags, op.arrays);
}

void RowOperators::filter_values(const Stm& stm, const Filter& op) {
  Dim width = Builder::dim(op.width);
  Var flags = make_.builder.new_var("keep", storage_.types.array(Prim::Bool, {&width, 1}));
  std::vector<Var> pattern{flags};
  for (Var var : stm.pattern.subspan(1)) {
    const Type* type = storage_.type(var);
    std::vector<Dim> all(type->dims.begin(), type->dims.end());
    all[0] = width;
    pattern.push_back(make_.builder.new_var("value", storage_.types.array(type->elem, all)));
  }
  Stm map = stm;
  map.pattern = make_.list(pattern);
  map.op = make_.make(Map{{}, op.width, op.predicate, op.arrays});
  representer_.statement(map);
  keep_rows(stm, values_.now(flags).var, std::span<const Var>(pattern).subspan(1));
}

void RowOperators::keep_rows(const Stm& stm, Var flags, std::span<const Var> arrays) {
  Atom width = make_.size(flags);
  std::vector<Var> operands{flags, make_.iota(width)};
  for (Var array : arrays) {
    if (!values_.is_irregular(array)) operands.push_back(values_.now(array).var);
  }
  std::vector<Param> params;
  std::vector<Atom> results;
  for (Var array : operands) {
    const Type* element = storage_.types.without_outer(storage_.type(array), 1);
    params.push_back({make_.builder.new_var("", element)});
    results.emplace_back(params.back().var);
  }
  // The flags are not kept, but decide.
  const Body* body = make_.builder.body([&] { return results; });
  const Lambda* predicate =
      storage_.arena.make<Lambda>(Lambda{make_.list(params), body, stm.place});
  Var count = stm.pattern[0];
  Var numbers = make_.builder.new_var("kept", make_.numbers(count));
  std::vector<Var> pattern{count, numbers};
  for (size_t i = 0; i < arrays.size(); i++) {
    if (!values_.is_irregular(arrays[i])) pattern.push_back(stm.pattern[i + 1]);
  }
  make_.add(pattern, make_.make(Filter{{}, width, predicate, make_.list(operands)}), stm.attrs);
  for (size_t i = 0; i < arrays.size(); i++) {
    if (!values_.is_irregular(arrays[i])) continue;
    Var var = stm.pattern[i + 1];
    std::span<const Dim> from = values_.dims(arrays[i]);
    std::vector<Dim> all(from.begin(), from.end());
    all[0] = Dim::variable(count);
    values_.bind(var, make_.gather(values_.rows(arrays[i]), from, 1, numbers), all);
  }
}

// ---- Scatter, Hist

// Only what is read is irregular.
template <class Write>
void RowOperators::write_regular(const Stm& stm, Write op) {
  RowElements::Inputs in = elements_.inputs(op.width, op.arrays, op.map->params);
  op.map = elements_.lambda_of(op.map, op.arrays, in, [&](std::span<const Atom> results) {
    std::vector<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++) {
      if (i < op.shape.size()) {
        atoms.push_back(results[i]);
        continue;
      }
      const Type* dest = storage_.type(op.dests[i - op.shape.size()]);
      const Type* type = storage_.types.without_outer(dest, op.shape.size());
      atoms.push_back(values_.as(type, values_.value(results[i]), values_.dims(results[i])).atom);
    }
    return atoms;
  });
  op.arrays = make_.list(in.arrays);
  std::vector<Var> dests;
  for (Var dest : op.dests) dests.push_back(values_.now(dest).var);
  op.dests = make_.list(dests);
  make_.add(stm.pattern, make_.make(op), stm.attrs);
}

template void RowOperators::write_regular(const Stm& stm, Hist op);

// Which of the units of the destination and of the values stands where in the end is found by a
// regular scatter of their numbers.
void RowOperators::scatter(const Stm& stm, const Scatter& op) {
  if (!values_.any_irregular(stm.pattern)) return write_regular(stm, op);
  if (op.map != nullptr) return map_then_scatter(stm, op);
  std::vector<Var> pattern;
  std::vector<Var> dests;
  std::vector<Var> indices;
  for (Var index : op.arrays.first(op.shape.size())) indices.push_back(values_.now(index).var);
  std::vector<Var> written = indices;
  std::vector<Dim> shape;
  for (const Atom& dim : op.shape) shape.push_back(Builder::dim(dim));
  std::span<const Var> values = op.arrays.subspan(op.shape.size());
  for (size_t i = 0; i < op.dests.size(); i++) {
    if (!values_.is_irregular(op.dests[i])) {
      pattern.push_back(stm.pattern[i]);
      dests.push_back(values_.now(op.dests[i]).var);
      written.push_back(values_.now(values[i]).var);
      continue;
    }
    const Rows& dest = values_.rows(op.dests[i]);
    const Rows& with = values_.rows(values[i]);
    Atom count = make_.product(shape);
    Var old_numbers = make_.reshape(make_.iota(count), shape);
    Var new_numbers =
        make_.map("units", op.width, {make_.iota(op.width)},
                  [&](const std::vector<Atom>& at) { return make_.plus(at[0], count); });
    Scatter numbers = op;
    numbers.dests = make_.builder.list({old_numbers});
    std::vector<Var> arrays = indices;
    arrays.push_back(new_numbers);
    numbers.arrays = make_.list(arrays);
    Var placed = make_.let("units", storage_.type(old_numbers), make_.make(numbers));
    Dim flat = Builder::dim(count);
    std::vector<Dim> unit_dims{Dim::constant(0)};
    std::span<const Dim> inner = values_.dims(op.dests[i]).subspan(shape.size());
    unit_dims.insert(unit_dims.end(), inner.begin(), inner.end());
    Rows all = make_.join({make_.all_rows(dest), make_.all_rows(with)}, unit_dims, 0);
    values_.set_rows(stm.pattern[i],
                     *make_.gather(all, unit_dims, 1, make_.reshape(placed, {&flat, 1})).rows);
  }
  if (dests.empty()) return;
  Scatter regular = op;
  regular.dests = make_.list(dests);
  regular.arrays = make_.list(written);
  make_.add(pattern, make_.make(regular), stm.attrs);
}

void RowOperators::map_then_scatter(const Stm& stm, const Scatter& op) {
  Dim width = Builder::dim(op.width);
  std::vector<Var> given;
  for (size_t i = 0; i < op.shape.size(); i++)
    given.push_back(make_.builder.new_var("index", storage_.types.array(Prim::I64, {&width, 1})));
  for (Var dest : op.dests) {
    const Type* unit = storage_.type(dest);
    std::vector<Dim> all{width};
    all.insert(all.end(), unit->dims.begin() + static_cast<ptrdiff_t>(op.shape.size()),
               unit->dims.end());
    given.push_back(make_.builder.new_var("value", storage_.types.array(unit->elem, all)));
  }
  Stm map = stm;
  map.pattern = make_.list(given);
  map.op = make_.make(Map{{}, op.width, op.map, op.arrays});
  representer_.statement(map);
  Scatter simple = op;
  simple.map = nullptr;
  simple.arrays = map.pattern;
  scatter(stm, simple);
}

// ---- Streams

// Everything is one chunk.
void RowOperators::whole_chunk(const Stm& stm, const Lambda* fn, const Atom& width,
                               std::span<const Atom> carried, std::span<const Var> arrays) {
  std::vector<Atom> given{width};
  given.insert(given.end(), carried.begin(), carried.end());
  given.insert(given.end(), arrays.begin(), arrays.end());
  std::vector<RowsValue> values;
  std::vector<const Type*> types;
  for (const Atom& atom : given) {
    values.push_back(values_.value(atom));
    types.push_back(storage_.type(atom));
  }
  for (size_t i = 0; i < fn->params.size(); i++) {
    const Param& param = fn->params[i];
    const std::span<const Dim> from = types[i]->dims;
    values_.bind(param.var, param.unique ? values_.copied(values[i], from) : values[i], from);
  }
  representer_.statements(fn->body);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Atom& result = fn->body->results[i];
    values_.bind(stm.pattern[i], values_.copied(values_.value(result), values_.dims(result)),
                 values_.dims(result));
  }
}

}  // namespace planish::passes
