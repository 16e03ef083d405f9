// The end of type inference: defaults, generalisation, and what instances may be.
#pragma once

#include <unordered_set>

#include "sema/infer/type_variables.h"

namespace planish {

struct OutsideValue;

class TypeSolutions : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  // Solves what is left: defaults of overloaded literals, type parameters for what is unconstrained
  // and occurs in `type`. Appends the new parameters.
  void finish(const Type* type, std::vector<SchemeParam>& generalised);

 private:
  void check_instances();
  bool check_outside(const InstanceUse& use, const OutsideValue& outside);
  void generalise_or_default(const MetaType* meta, const Type* type,
                             const std::unordered_set<const MetaType*>& visible,
                             std::vector<SchemeParam>& generalised);

  size_t letters_ = 0;  // used up for the names of generalised type parameters
};

}  // namespace planish
