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

std::vector<Dim> Nest::dims() const {
  std::vector<Dim> dims;
  for (const Level& level : levels) dims.push_back(Builder::dim(level.bound));
  return dims;
}

}  // namespace planish::passes
