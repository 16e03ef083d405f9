// Scatter and hist, with irregular destinations or values.
#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

// Only what is read is irregular.
template <class Write>
void RowRepresenter::write_regular(const Stm& stm, Write op) {
  Inputs in = inputs(op.width, op.arrays, op.map->params);
  op.map = lambda_of(op.map, op.arrays, in, [&](std::span<const Atom> results) {
    List<Atom> atoms;
    for (size_t i = 0; i < results.size(); i++) {
      if (i < op.shape.size()) {
        atoms.push_back(results[i]);
        continue;
      }
      const Type* dest = storage_.type(op.dests[i - op.shape.size()]);
      const Type* type = storage_.types.without_outer(dest, op.shape.size());
      atoms.push_back(as(type, value(results[i]), dims(results[i])).atom);
    }
    return atoms;
  });
  op.arrays = make_.list(in.arrays);
  List<Var> dests;
  for (Var dest : op.dests) dests.push_back(now(dest).var);
  op.dests = make_.list(dests);
  make_.add(stm.pattern, make_.make(op), stm.attrs);
}

// Which of the units of the destination and of the values stands where in the end is found by a
// regular scatter of their numbers.
void RowRepresenter::represent(const Stm& stm, const Scatter& op) {
  if (!gives_rows(stm.pattern)) return write_regular(stm, op);
  if (op.map != nullptr) {
    // First all indices and values.
    Dim width = Builder::dim(op.width);
    List<Var> given;
    for (size_t i = 0; i < op.shape.size(); i++)
      given.push_back(make_.builder.new_var("index", storage_.types.array(Prim::I64, {&width, 1})));
    for (Var dest : op.dests) {
      const Type* unit = storage_.type(dest);
      List<Dim> all{width};
      all.insert(all.end(), unit->dims.begin() + static_cast<ptrdiff_t>(op.shape.size()),
                 unit->dims.end());
      given.push_back(make_.builder.new_var("value", storage_.types.array(unit->elem, all)));
    }
    Stm map = stm;
    map.pattern = make_.list(given);
    map.op = make_.make(Map{{}, op.width, op.map, op.arrays});
    statement(map);
    Scatter simple = op;
    simple.map = nullptr;
    simple.arrays = map.pattern;
    return represent(stm, simple);
  }
  List<Var> pattern;
  List<Var> dests;
  List<Var> indices;
  for (Var index : op.arrays.first(op.shape.size())) indices.push_back(now(index).var);
  List<Var> written = indices;
  List<Dim> shape;
  for (const Atom& dim : op.shape) shape.push_back(Builder::dim(dim));
  std::span<const Var> values = op.arrays.subspan(op.shape.size());
  for (size_t i = 0; i < op.dests.size(); i++) {
    if (!is_irregular(op.dests[i])) {
      pattern.push_back(stm.pattern[i]);
      dests.push_back(now(op.dests[i]).var);
      written.push_back(now(values[i]).var);
      continue;
    }
    const Rows& dest = rows(op.dests[i]);
    const Rows& with = rows(values[i]);
    Atom count = make_.product(shape);
    Var old_numbers = make_.reshape(make_.iota(count), shape);
    Var new_numbers =
        make_.map("units", op.width, {make_.iota(op.width)},
                  [&](const std::vector<Atom>& at) { return make_.plus(at[0], count); });
    Scatter numbers = op;
    numbers.dests = make_.builder.list({old_numbers});
    List<Var> arrays = indices;
    arrays.push_back(new_numbers);
    numbers.arrays = make_.list(arrays);
    Var placed = make_.let("units", storage_.type(old_numbers), make_.make(numbers));
    Dim flat = Builder::dim(count);
    List<Dim> unit_dims{Dim::constant(0)};
    std::span<const Dim> inner = dims(op.dests[i]).subspan(shape.size());
    unit_dims.insert(unit_dims.end(), inner.begin(), inner.end());
    Rows all = make_.join({make_.all_rows(dest), make_.all_rows(with)}, unit_dims, 0);
    rows_of_[stm.pattern[i]] =
        *make_.gather(all, unit_dims, 1, make_.reshape(placed, {&flat, 1})).rows;
  }
  if (dests.empty()) return;
  Scatter regular = op;
  regular.dests = make_.list(dests);
  regular.arrays = make_.list(written);
  make_.add(pattern, make_.make(regular), stm.attrs);
}

void RowRepresenter::represent(const Stm& stm, const Hist& op) { write_regular(stm, op); }

}  // namespace planish::passes
