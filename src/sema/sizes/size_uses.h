// How a type uses a size variable.
#pragma once

#include "sema/types/type.h"

namespace planish {

struct SizeUses {
  // Alone, as the size of an array or the argument of a named type, outside of functions: a value
  // of the type shows what the size is.
  bool constructive = false;
  bool in_function = false;  // inside of a function type
  bool anywhere = false;
};
SizeUses size_uses(const Type* type, const ValueSymbol* size);

}  // namespace planish
