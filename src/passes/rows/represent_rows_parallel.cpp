// Parallel operators that take or give rows.
#include <algorithm>

#include "passes/common/unfused_scan.h"
#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

// ---- Elements

RowRepresenter::Inputs RowRepresenter::inputs(const Atom& width, std::span<const Var> arrays,
                                              std::span<const Param> params) {
  Inputs made;
  std::unordered_map<Var, Var> starts;  // of offsets
  Var numbers;
  auto add = [&](Var array, std::string_view name) {
    Var param = make_.builder.new_var(name, storage_.types.without_outer(storage_.type(array), 1));
    made.arrays.push_back(array);
    made.params.push_back({param});
    return param;
  };
  for (size_t i = 0; i < arrays.size(); i++) {
    Var& place = made.places.emplace_back();
    if (!is_irregular(arrays[i])) {
      Var array = now(arrays[i]).var;
      if (is_irregular(params[i].var)) {
        place = add(array, "row");
      } else {
        made.arrays.push_back(array);
        made.params.push_back(params[i]);
      }
    } else if (dims(arrays[i])[1].is_varying()) {
      Var offsets = rows(arrays[i]).offsets[0];
      Var& start = starts[offsets];
      if (!start) start = add(make_.slice(offsets, Atom::i64(0), width), "start");
      place = start;
    } else {
      if (!numbers) numbers = add(make_.iota(width), "number");
      place = numbers;
    }
  }
  return made;
}

void RowRepresenter::bind_rows(const Inputs& inputs, std::span<const Var> arrays,
                               std::span<const Param> params) {
  for (size_t i = 0; i < arrays.size(); i++) {
    if (inputs.places[i]) bind_row(arrays[i], params[i], inputs.places[i]);
  }
}

// `place` is the row itself in a regular array. Otherwise it is where its elements begin, if they
// are a row of a level, or the index of the element.
void RowRepresenter::bind_row(Var array, const Param& param, const Atom& place) {
  std::span<const Dim> of = dims(array);
  std::vector<Dim> from(of.begin() + 1, of.end());
  RowsValue row;
  if (!is_irregular(array)) {
    row.atom = place;
  } else if (of[1].is_varying()) {
    from[0] = dims(param.var)[0];
    row = make_.part(rows(array), of, {2, place, Builder::atom(from[0])});
  } else {
    row = make_.part(rows(array), of, {1, place, Atom::i64(1)});
  }
  if (param.unique) row = copied(row, from);
  bind(param.var, row, from);
}

// In an iteration of a loop.
void RowRepresenter::bind_element(Var array, const Param& param, const Atom& index) {
  if (is_irregular(array)) {
    bool is_row = dims(array)[1].is_varying();
    return bind_row(array, param, is_row ? make_.index(rows(array).offsets[0], index) : index);
  }
  const Type* type = storage_.types.without_outer(storage_.type(array), 1);
  const Op* op = make_.make(Index{{}, now(array).var, make_.builder.list({index})});
  if (type->is_scalar()) return make_.bind(param.var, op);
  bind_row(array, param, make_.let("row", type, op));
}

void RowRepresenter::bind_values(std::span<const Param> params, std::span<const RowsValue> values,
                                 std::span<const Type* const> types) {
  for (size_t i = 0; i < params.size(); i++) {
    RowsValue value = params[i].unique ? copied(values[i], types[i]->dims) : values[i];
    bind(params[i].var, value, types[i]->dims);
  }
}

// ---- Map

bool RowRepresenter::gives_rows(std::span<const Var> pattern) const {
  return std::ranges::any_of(pattern, [&](Var var) { return is_irregular(var); });
}

Atom RowRepresenter::regular_element(Var array, const Atom& element) {
  const Type* type = storage_.type(array);
  if (type->is_acc()) return now(element);
  return as(element_type(type, storage_.type(element)), value(element), dims(element)).atom;
}

void RowRepresenter::represent(const Stm& stm, const Map& op) {
  if (gives_rows(stm.pattern)) {
    auto is_acc = [&](Var array) { return storage_.type(array)->is_acc(); };
    if (std::ranges::any_of(op.arrays, is_acc) ||
        has_attribute(stm.attrs, AttributeKind::SequentialOuter))
      return map_in_order(stm, op);
    if (!map_elements(stm, op)) flat_map(stm, op);
    return;
  }
  Inputs in = inputs(op.width, op.arrays, op.fn->params);
  const Lambda* fn = lambda_of(op.fn, op.arrays, in, [&](std::span<const Atom> results) {
    List<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++)
      atoms.push_back(regular_element(stm.pattern[i], results[i]));
    return atoms;
  });
  make_.add(stm.pattern, make_.make(Map{{}, op.width, fn, make_.list(in.arrays)}), stm.attrs);
}

Var RowRepresenter::packed_offsets(Var lengths, std::span<const Var> arrays) {
  auto known = offsets_of_lengths_.find(lengths);
  if (known == offsets_of_lengths_.end()) return {};
  // What was asked for its lengths is known wherever these are.
  List<Var> candidates(arrays.begin(), arrays.end());
  if (auto asked = array_of_lengths_.find(lengths); asked != array_of_lengths_.end())
    candidates.push_back(asked->second);
  for (Var array : candidates) {
    if (!is_irregular(array) || !dims(array)[1].is_varying()) continue;
    const Rows& of = rows(array);
    if (of.offsets[0] != known->second) continue;
    if (of.packed) return of.offsets[0];
    Atom first = make_.index(of.offsets[0], Atom::i64(0));
    return make_.map("offsets", make_.size(of.offsets[0]), {of.offsets[0]},
                     [&](const std::vector<Atom>& at) { return make_.minus(at[0], first); });
  }
  return {};
}

void RowRepresenter::flat_map(const Stm& stm, const Map& op) {
  FlatMapBuilder map(make_, op.width);
  List<std::pair<Var, FlatMapBuilder::Result>> made;
  Inputs in = inputs(op.width, op.arrays, op.fn->params);
  const Lambda* fn = lambda_of(op.fn, op.arrays, in, [&](std::span<const Atom> results) {
    for (size_t i = 0; i < results.size(); i++) {
      Var var = stm.pattern[i];
      if (!is_irregular(var)) {
        map.give(var, regular_element(var, results[i]));
        continue;
      }
      const Type* type = element_type(storage_.type(var), storage_.type(results[i]));
      RowsValue element = as(type, value(results[i]), dims(results[i]));
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
      lengths = now(op.arrays[static_cast<size_t>(param - op.fn->params.begin())]).var;
      if (Var offsets = packed_offsets(lengths, op.arrays)) map.share_offsets(result, offsets);
    }
    rows_of_[var] = map.rows(result);
    if (lengths) offsets_of_lengths_.try_emplace(lengths, rows_of_[var].offsets[0]);
  }
}

// A collector for each result; rows that have a length in common share the offsets.
std::vector<RowCollector> RowRepresenter::collectors(CarriedLoop& loop,
                                                     std::span<const Var> pattern,
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
        if (dims(elements[leader])[0] == dims(elements[i])[0]) like = &made[leader];
      }
      if (like == nullptr) leaders.push_back(i);
    }
    made.emplace_back(make_, loop, type, like);
  }
  return made;
}

void RowRepresenter::append(RowCollector& collector, Var array, const Atom& index,
                            const Atom& element) {
  const Type* type = element_type(storage_.type(array), storage_.type(element));
  collector.append(index, as(type, value(element), dims(element)), type->dims);
}

void RowRepresenter::map_in_order(const Stm& stm, const Map& op) {
  CarriedLoop loop(make_);
  // Accumulators are handed from iteration to iteration.
  List<CarriedLoop::Index> carried;
  List<Var> arrays;
  List<Param> params;
  List<Var> accumulators;
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
  List<Var> gathered;
  List<Atom> elements;
  List<std::pair<Var, Atom>> accumulated;
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
      arrays_[accumulators[i]] = loop.now(carried[i]);
    for (size_t i = 0; i < arrays.size(); i++) bind_element(arrays[i], params[i], index);
    statements(op.fn->body);
    for (size_t i = 0; i < made.size(); i++) append(made[i], gathered[i], index, elements[i]);
    for (size_t i = 0; i < accumulated.size(); i++)
      loop.set_next(carried[i], now(accumulated[i].second));
  });
  for (size_t i = 0; i < accumulated.size(); i++)
    arrays_[accumulated[i].first] = loop.last(carried[i]);
  for (size_t i = 0; i < made.size(); i++) bind(gathered[i], made[i].result(), dims(gathered[i]));
}

// ---- Reduce, Scan

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

// What is combined is regular. If rows are gathered besides, the function that gives them is a map
// before.
template <class Combine>
void RowRepresenter::combine(const Stm& stm, const Combine& op) {
  if (gives_rows(stm.pattern)) {
    Dim width = Builder::dim(op.width);
    List<Var> given;
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
    statement(map);
    Stm combined = stm;
    combined.pattern = stm.pattern.first(op.neutral.size());
    return combine(combined, rest);
  }
  const Lambda* map = op.map != nullptr ? op.map : identity(make_.builder, op.neutral);
  Inputs in = inputs(op.width, op.arrays, map->params);
  Combine made = op;
  made.map = lambda_of(map, op.arrays, in, [&](std::span<const Atom> results) {
    List<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++) {
      atoms.push_back(
          i < op.neutral.size()
              ? as(storage_.type(op.neutral[i]), value(results[i]), dims(results[i])).atom
              : regular_element(stm.pattern[i], results[i]));
    }
    return atoms;
  });
  made.op = lambda_children(op.op);
  List<Atom> neutral;
  for (const Atom& atom : op.neutral) neutral.push_back(now(atom));
  made.neutral = make_.list(neutral);
  made.arrays = make_.list(in.arrays);
  make_.add(stm.pattern, make_.make(made), stm.attrs);
}

void RowRepresenter::represent(const Stm& stm, const Reduce& op) { combine(stm, op); }
void RowRepresenter::represent(const Stm& stm, const Scan& op) {
  if (op.post == nullptr) return combine(stm, op);
  for (const Stm& part : unfused(storage_, stm, op)) statement(part);
}

// ---- Filter

void RowRepresenter::represent(const Stm& stm, const Filter& op) {
  std::span<const Atom> results = op.predicate->body->results;
  bool keeps_elements = results.size() == 1;
  if (!keeps_elements && gives_rows(stm.pattern)) return filter_values(stm, op);
  Inputs in = inputs(op.width, op.arrays, op.predicate->params);
  if (!gives_rows(stm.pattern)) {
    Filter made = op;
    made.predicate = lambda_of(op.predicate, op.arrays, in, [&](std::span<const Atom> given) {
      // The elements as values, since the operands are others now.
      List<Atom> kept(given.begin() + 1, given.end());
      if (keeps_elements) {
        for (const Param& param : op.predicate->params) kept.emplace_back(param.var);
      }
      List<Atom> values{given[0]};
      for (size_t i = 0; i < kept.size(); i++)
        values.push_back(regular_element(stm.pattern[i + 1], kept[i]));
      return values;
    });
    made.arrays = make_.list(in.arrays);
    return make_.add(stm.pattern, make_.make(made), stm.attrs);
  }
  Dim width = Builder::dim(op.width);
  Var flags = make_.builder.new_var("keep", storage_.types.array(Prim::Bool, {&width, 1}));
  const Lambda* predicate = lambda_of(op.predicate, op.arrays, in, [](std::span<const Atom> keep) {
    return List<Atom>(keep.begin(), keep.end());
  });
  make_.add({&flags, 1}, make_.make(Map{{}, op.width, predicate, make_.list(in.arrays)}),
            stm.attrs);
  keep_rows(stm, flags, op.arrays);
}

// First all values, then those to keep.
void RowRepresenter::filter_values(const Stm& stm, const Filter& op) {
  Dim width = Builder::dim(op.width);
  Var flags = make_.builder.new_var("keep", storage_.types.array(Prim::Bool, {&width, 1}));
  List<Var> pattern{flags};
  for (Var var : stm.pattern.subspan(1)) {
    const Type* type = storage_.type(var);
    std::vector<Dim> all(type->dims.begin(), type->dims.end());
    all[0] = width;
    pattern.push_back(make_.builder.new_var("value", storage_.types.array(type->elem, all)));
  }
  Stm map = stm;
  map.pattern = make_.list(pattern);
  map.op = make_.make(Map{{}, op.width, op.predicate, op.arrays});
  statement(map);
  keep_rows(stm, now(flags).var, std::span<const Var>(pattern).subspan(1));
}

// The numbers of the rows to keep are found together with the elements of the regular arrays.
void RowRepresenter::keep_rows(const Stm& stm, Var flags, std::span<const Var> arrays) {
  Atom width = make_.size(flags);
  List<Var> operands{flags, make_.iota(width)};
  for (Var array : arrays) {
    if (!is_irregular(array)) operands.push_back(now(array).var);
  }
  List<Param> params;
  List<Atom> results;
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
  List<Var> pattern{count, numbers};
  for (size_t i = 0; i < arrays.size(); i++) {
    if (!is_irregular(arrays[i])) pattern.push_back(stm.pattern[i + 1]);
  }
  make_.add(pattern, make_.make(Filter{{}, width, predicate, make_.list(operands)}), stm.attrs);
  for (size_t i = 0; i < arrays.size(); i++) {
    if (!is_irregular(arrays[i])) continue;
    Var var = stm.pattern[i + 1];
    std::span<const Dim> from = dims(arrays[i]);
    std::vector<Dim> all(from.begin(), from.end());
    all[0] = Dim::variable(count);
    bind(var, make_.gather(rows(arrays[i]), from, 1, numbers), all);
  }
}

// ---- Streams

// Everything is one chunk.
void RowRepresenter::whole_chunk(const Stm& stm, const Lambda* fn, const Atom& width,
                                 std::span<const Atom> carried, std::span<const Var> arrays) {
  List<Atom> given{width};
  given.insert(given.end(), carried.begin(), carried.end());
  given.insert(given.end(), arrays.begin(), arrays.end());
  List<RowsValue> values;
  List<const Type*> types;
  for (const Atom& atom : given) {
    values.push_back(value(atom));
    types.push_back(storage_.type(atom));
  }
  bind_values(fn->params, values, types);
  statements(fn->body);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Atom& result = fn->body->results[i];
    bind(stm.pattern[i], copied(value(result), dims(result)), dims(result));
  }
}

void RowRepresenter::represent(const Stm& stm, const StreamMap& op) {
  whole_chunk(stm, op.fn, op.width, {}, op.arrays);
}
void RowRepresenter::represent(const Stm& stm, const StreamRed& op) {
  whole_chunk(stm, op.fn, op.width, op.neutral, op.arrays);
}
void RowRepresenter::represent(const Stm& stm, const StreamSeq& op) {
  whole_chunk(stm, op.fn, op.width, op.init, op.arrays);
}

}  // namespace planish::passes
