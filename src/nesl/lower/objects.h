// Values from their text, as objects in files have it.
#pragma once

#include "nesl/lower/joins.h"
#include "nesl/types/type.h"

namespace planish::nesl {

class Lowering;

class Objects {
 public:
  explicit Objects(Lowering& lowering) : l_(lowering) {}

  // The value of the type that a text is, and whether it is one.
  const AtomTree* value(const Type* type, const AtomTree* text);

 private:
  const AtomTree* value_of_pair(const Type* type, const AtomTree* text);
  const AtomTree* value_of_vector(const Type* type, const AtomTree* text);
  const Type* chars() const;

  Lowering& l_;
};

}  // namespace planish::nesl
