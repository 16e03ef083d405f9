#include "passes/flatten/lifted_values.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

LiftedValues::LiftedValues(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      layout_(all.layout),
      entry_(all.entry) {}

void LiftedValues::hold(Nest& nest, Var var, const Lifted& given) {
  const Lifted lifted = fitted(nest, given, var);
  read_lifted(nest, var, lifted);
  nest.holders[var] = {lifted.array, nest.levels.size(), true, lifted.rows};
  if (!lifted.rows) return;
  std::vector<Atom> sizes = layout_.row_sizes(nest, storage_.type(var));
  nest.segments.emplace(std::pair(nest.levels.size(), Nest::key(sizes)), *lifted.rows);
}

void LiftedValues::read_lifted(Nest& nest, Var var, const Lifted& lifted) {
  const Type* type = storage_.type(var);
  if (!lifted.rows)
    return entry_.read(nest, var, lifted.array, nest.indices(),
                       vars_.is_consumed(var) ? NestEntry::Use::Consumed : NestEntry::Use::Read);
  auto stm = [&](Var bound, const Op* op) {
    nest.add({builder_.list<Var>({bound}), op, {}, {}, nest.place});
  };
  std::vector<Atom> sizes = layout_.row_sizes(nest, type);
  Atom size = layout_.product(nest, sizes);
  Atom point = layout_.number(nest);
  Var start =
      layout_.compute(nest, "start", Index{{}, lifted.rows->offsets, builder_.list<Atom>({point})});
  const Op* slice = builder_.make(
      Slice{{}, lifted.array, builder_.list<SliceDim>({{false, start, size, Atom::i64(1)}})});
  bool copies = type->is_array() && vars_.is_consumed(var);
  if (sizes.size() == 1 && !copies) return stm(var, slice);
  Var row = builder_.new_var("row", layout_.rows_type(nest, type, size));
  stm(row, slice);
  if (sizes.size() > 1) {
    Var shaped = copies ? builder_.new_var("row", type) : var;
    stm(shaped, arrays_.reshape(row, type));
    row = shaped;
  }
  if (copies) stm(var, builder_.make(Copy{{}, row}));
}

// ---- Other forms

// Note [Equal sizes with different names]
// Sizes that are equal need not be one variable: an operator may go over n elements, and its result
// be an array of m. Then one of them may be known to be the same at all points, and the other not.
// What an operator makes has the form that its own sizes say, and is given the form of the variable
// that it is bound to when the nest is to hold it. Rows become a regular array only where that has
// to be; a regular array may stay one.
Lifted LiftedValues::fitted(Nest& nest, const Lifted& lifted, Var var) {
  return fitted(nest, lifted, storage_.type(var));
}

Lifted LiftedValues::fitted(Nest& nest, const Lifted& lifted, const Type* type) {
  size_t varying = nest.varying_dims(type);
  if (!lifted.rows) return lifted;
  if (varying > 0 && storage_.type(lifted.array)->rank() == type->rank() - varying + 1)
    return lifted;
  Lifted made;
  if (varying > 0) made.rows = layout_.segments(nest, layout_.row_sizes(nest, type));
  const Type* wanted = made.rows ? layout_.rows_type(nest, type, made.rows->total)
                                 : storage_.types.with_outer(nest.dims(), type);
  made.array = builder_.let("result", wanted, arrays_.reshape(lifted.array, wanted));
  return made;
}

Lifted LiftedValues::as_rows(Nest& nest, const Lifted& lifted, const Type* type, size_t varying) {
  if (lifted.rows && nest.varying_dims(type) == varying) return lifted;
  Segments rows = layout_.segments(nest, arrays_.sizes(type->dims.first(varying)));
  std::vector<Dim> dims{Builder::dim(rows.total)};
  dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
  const Type* wanted = storage_.types.array(type->elem, dims);
  return {builder_.let("rows", wanted, arrays_.reshape(lifted.array, wanted)), rows};
}

Lifted LiftedValues::regroup(Nest& nest, Var var, const Lifted& inside) {
  const Type* type = storage_.type(var);
  std::vector<Atom> sizes = layout_.row_sizes(nest, type);
  std::optional<Segments> rows;
  if (!sizes.empty()) rows = layout_.segments(nest, sizes);
  const Type* wanted = rows ? layout_.rows_type(nest, type, rows->total)
                            : storage_.types.with_outer(nest.dims(), type);
  return {arrays_.in_shape(inside.array, wanted), rows};
}

}  // namespace planish::passes
