// Scatter and hist with irregular destinations.
#include "passes/row_representer.h"

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

// Which of the units of the destination and of the values stands where in the end is found by a regular scatter of
// their numbers.
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

// Hist is a loop that takes elements out of the destinations and puts them back. It is made of the operations of the
// old program, and then represented.
void RowRepresenter::represent(const Stm& stm, const Hist& op) {
  if (!gives_rows(stm.pattern)) return write_regular(stm, op);
  Builder old(storage_);
  old.place = stm.place;
  auto at = [&](Var array, const std::vector<Atom>& indices) -> Atom {
    const Type* type = storage_.types.without_outer(storage_.type(array), indices.size());
    if (!type->dims.empty() && type->dims[0].is_varying()) {
      Var length = old.let("length", old.types().scalar(Prim::I64),
                           old.make(RowLength{{}, array, old.list(indices)}));
      std::vector<Dim> dims(type->dims.begin(), type->dims.end());
      dims[0] = Dim::variable(length);
      type = storage_.types.array(type->elem, dims);
    }
    return old.let("", type, old.make(Index{{}, array, old.list(indices)}));
  };
  auto give = [&](std::span<const Param> params, const std::vector<Atom>& values) {
    for (size_t k = 0; k < values.size(); k++) {
      const Op* same = storage_.type(values[k])->is_array()
                           ? static_cast<const Op*>(old.make(Coerce{{}, values[k].var}))
                           : old.make(Same{{}, values[k]});
      old.add({&params[k].var, 1}, same);
    }
  };
  std::vector<LoopParam> params;
  for (Var dest : op.dests)
    params.push_back({{old.new_var("dest", storage_.type(dest)), true}, dest});
  Var i = old.new_var("i", old.types().scalar(Prim::I64));
  const Body* body = old.body([&] {
    std::vector<Atom> given;
    for (Var array : op.arrays) given.push_back(at(array, {i}));
    if (op.map != nullptr) {
      give(op.map->params, given);
      for (const Stm& inner : op.map->body->stms) old.add(inner);
      given.assign(op.map->body->results.begin(), op.map->body->results.end());
    }
    std::vector<Atom> indices(given.begin(),
                              given.begin() + static_cast<ptrdiff_t>(op.shape.size()));
    Atom inside = Atom::boolean(true);
    for (size_t k = 0; k < indices.size(); k++) {
      Atom above = old.binary(BinaryOp::Le, Atom::i64(0), indices[k]);
      Atom below = old.binary(BinaryOp::Lt, indices[k], op.shape[k]);
      inside = old.binary(BinaryOp::And, inside, old.binary(BinaryOp::And, above, below));
    }
    const Body* combined = old.body([&] {
      std::vector<Atom> operands;
      // What is taken out is copied, since its place is written to.
      for (const LoopParam& param : params) {
        Atom element = at(param.param.var, indices);
        if (storage_.type(element)->is_array())
          element = old.let("", storage_.type(element), old.make(Copy{{}, element.var}));
        operands.push_back(element);
      }
      operands.insert(operands.end(), given.begin() + static_cast<ptrdiff_t>(indices.size()),
                      given.end());
      give(op.op->params, operands);
      for (const Stm& inner : op.op->body->stms) old.add(inner);
      std::vector<SliceDim> place;
      for (const Atom& index : indices) place.push_back({true, index, {}, {}});
      std::vector<Atom> results;
      for (size_t k = 0; k < params.size(); k++) {
        Var dest = params[k].param.var;
        results.push_back(
            old.let("", storage_.type(dest),
                    old.make(Update{{}, dest, old.list(place), op.op->body->results[k]})));
      }
      return results;
    });
    const Body* unchanged = old.body([&] {
      std::vector<Atom> results;
      for (const LoopParam& param : params) results.emplace_back(param.param.var);
      return results;
    });
    std::vector<Var> pattern;
    for (Var dest : op.dests) pattern.push_back(old.new_var("dest", storage_.type(dest)));
    old.add(pattern, old.make(If{{}, inside, combined, unchanged}));
    return std::vector<Atom>(pattern.begin(), pattern.end());
  });
  Stm loop = stm;
  loop.op = old.make(Loop{{}, old.list(params), i, op.width, nullptr, body});
  statement(loop);
}

}  // namespace planish::passes
