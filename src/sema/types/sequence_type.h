// Sequences as types: `seq t` of the prelude.
#pragma once

#include "sema/types/symbol.h"

namespace planish {

// The type of the elements of a sequence; null: the type is no sequence.
inline const Type* element_of_sequence(const Type* type) {
  auto* named = as<NamedType>(type);
  const bool is_sequence = named != nullptr && named->symbol->built_in == BuiltInType::Sequence;
  return is_sequence ? named->args[0].type : nullptr;
}

}  // namespace planish
