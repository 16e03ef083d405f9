#include "passes/flatten/nest.h"

#include "ir/build/builder.h"

namespace planish::passes {

using namespace ir;

bool Nest::is_invariant(const Type* type) const {
  if (type->is_acc()) return false;
  for (const Dim& dim : type->dims) {
    if (dim.is_varying() || (dim.kind == DimKind::Var && inner.contains(dim.var))) return false;
  }
  return true;
}

Var Nest::holder(const Atom& atom) const {
  std::optional<Lifted> found = lifted(atom);
  return found && !found->rows ? found->array : Var{};
}

Var Nest::owned_holder(const Atom& atom) const {
  Var array = holder(atom);
  return array && holders.at(atom.var).owned ? array : Var{};
}

std::optional<Lifted> Nest::lifted(const Atom& atom) const {
  auto it = holders.find(atom.var);
  if (!atom.var || it == holders.end() || it->second.levels != levels.size()) return std::nullopt;
  return Lifted{it->second.array, it->second.rows};
}

std::optional<Lifted> Nest::owned_lifted(const Atom& atom) const {
  std::optional<Lifted> found = lifted(atom);
  return found && holders.at(atom.var).owned ? found : std::nullopt;
}

std::vector<Dim> Nest::dims() const {
  std::vector<Dim> dims;
  for (const Level& level : levels) {
    if (level.offsets) dims.clear();
    dims.push_back(Builder::dim(level.bound));
  }
  return dims;
}

std::vector<Atom> Nest::indices() const {
  std::vector<Atom> at;
  for (size_t i = 0; i < levels.size(); i++) {
    if (levels[i].offsets) at.clear();
    at.emplace_back(levels[i].offsets ? numbers[i] : levels[i].index);
  }
  return at;
}

size_t Nest::varying_dims(const Type* type) const {
  for (size_t i = type->rank(); i-- > 0;) {
    if (!is_invariant(Builder::atom(type->dims[i]))) return i + 1;
  }
  return 0;
}

Nest::Sizes Nest::key(std::span<const Atom> sizes) {
  Sizes key;
  for (const Atom& size : sizes) key.emplace_back(size.var.id, size.var ? 0 : size.constant.bits);
  return key;
}

}  // namespace planish::passes
