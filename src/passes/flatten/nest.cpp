#include "passes/flatten/nest.h"

#include "ir/builder.h"

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
  auto it = holders.find(atom.var);
  bool found = atom.var && it != holders.end() && it->second.levels == levels.size();
  return found ? it->second.array : Var{};
}

Var Nest::owned_holder(const Atom& atom) const {
  Var array = holder(atom);
  return array && holders.at(atom.var).owned ? array : Var{};
}

std::vector<Dim> Nest::dims() const {
  std::vector<Dim> dims;
  for (const Level& level : levels) dims.push_back(Builder::dim(level.bound));
  return dims;
}

}  // namespace planish::passes
