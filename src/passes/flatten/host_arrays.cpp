#include "passes/flatten/host_arrays.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

HostArrays::HostArrays(Flattening& all) : storage_(all.storage), builder_(all.builder) {}

void HostArrays::add(std::span<const Var> pattern, const Op* op, const Nest& nest) {
  builder_.add({storage_.arena.copy(pattern), op, storage_.arena.copy(nest.certs), {}, nest.place});
}

Var HostArrays::let(std::string_view name, const Type* type, const Op* op, const Nest& nest) {
  Var var = builder_.new_var(name, type);
  add({&var, 1}, op, nest);
  return var;
}

void HostArrays::bind(Var var, Var array) {
  bool same = storage_.type(var) == storage_.type(array);
  builder_.add({&var, 1}, same ? static_cast<const Op*>(builder_.make(Same{{}, array}))
                               : builder_.make(Coerce{{}, array}));
}

Var HostArrays::as_type(Var array, const Type* type) {
  if (storage_.type(array) == type) return array;
  return builder_.let("", type, builder_.make(Coerce{{}, array}));
}

Var HostArrays::in_shape(Var array, const Type* type) {
  if (storage_.type(array)->rank() == type->rank()) return as_type(array, type);
  return builder_.let("", type, reshape(array, type));
}

const Op* HostArrays::reshape(Var array, const Type* type) {
  return builder_.make(Reshape{{}, array, sizes(type->dims)});
}

std::span<const Atom> HostArrays::sizes(std::span<const Dim> dims) {
  std::vector<Atom> atoms;
  for (const Dim& dim : dims) atoms.push_back(Builder::atom(dim));
  return builder_.list(atoms);
}

Var HostArrays::zeros(std::string_view name, const Type* type) {
  return builder_.let(name, type,
                      builder_.make(Replicate{{}, sizes(type->dims), Const{type->elem, 0}}));
}

Atom HostArrays::element(Var array, const std::vector<Atom>& at) {
  const Type* type = storage_.types.without_outer(storage_.type(array), at.size());
  return builder_.let("element", type, builder_.make(Index{{}, array, builder_.list(at)}));
}

// A result may be consumed, and without any round it would be a part of what was there before.
Atom HostArrays::own(const Atom& value) {
  const Type* type = storage_.type(value);
  if (!type->is_array()) return value;
  return builder_.let("own", type, builder_.make(Copy{{}, value.var}));
}

}  // namespace planish::passes
