#include "passes/rows/represented_values.h"

#include <algorithm>

namespace planish::passes {

using namespace ir;

std::string_view RepresentedValues::name_of(Var var) const {
  Name name = storage_.vars[var.id].name;
  return name == Name{} ? std::string_view() : storage_.text(name);
}

bool RepresentedValues::any_irregular(std::span<const Var> vars) const {
  return std::ranges::any_of(vars, [&](Var var) { return is_irregular(var); });
}

bool RepresentedValues::any_irregular(std::span<const Param> params) const {
  return std::ranges::any_of(params, [&](const Param& param) { return is_irregular(param.var); });
}

const Type* RepresentedValues::element_type(const Type* array, const Type* element) {
  std::vector<Dim> dims(array->dims.begin() + 1, array->dims.end());
  if (!dims.empty() && dims[0].is_varying()) dims[0] = element->dims[0];
  return storage_.types.array(array->elem, dims);
}

RowsValue RepresentedValues::value(const Atom& atom) const {
  if (is_irregular(atom)) return {{}, rows(atom.var)};
  return {now(atom), {}};
}

Atom RepresentedValues::now(const Atom& atom) const {
  if (atom.is_const()) return atom;
  auto it = arrays_.find(atom.var);
  return it == arrays_.end() ? atom : Atom(it->second);
}

void RepresentedValues::bind(Var var, const RowsValue& value, std::span<const Dim> from) {
  const Type* type = storage_.type(var);
  RowsValue now = as(type, value, from);
  if (now.rows) {
    rows_of_[var] = *now.rows;
  } else if (type == storage_.type(now.atom)) {
    if (type->is_array()) {
      arrays_[var] = now.atom.var;
    } else {
      // It may be a size.
      make_.bind(var, make_.make(Same{{}, now.atom}));
    }
  } else if (type->is_array()) {
    make_.bind(var, make_.make(Coerce{{}, now.atom.var}));
  } else {
    make_.bind(var, make_.make(Same{{}, now.atom}));
  }
}

RowsValue RepresentedValues::copied(const RowsValue& value, std::span<const Dim> dims) {
  if (value.rows) return {{}, make_.copy(*value.rows, dims)};
  return dims.empty() ? value : RowsValue{make_.copy(value.atom.var), {}};
}

Atom RepresentedValues::regular_element(Var array, const Atom& element) {
  const Type* type = storage_.type(array);
  if (type->is_acc()) return now(element);
  return as(element_type(type, storage_.type(element)), value(element), dims(element)).atom;
}

}  // namespace planish::passes
