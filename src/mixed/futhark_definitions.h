// What programs of the other language give to NESL.
#pragma once

#include "nesl/types/outside.h"
#include "sema/modules/check.h"

namespace planish::mixed {

// All that the root file of a checked program defines, and the symbols that the numbers stand for.
// docs/nesl.md says how types correspond.
struct FutharkDefinitions {
  std::vector<nesl::OutsideDefinition> values;
  std::vector<const ValueSymbol*> numbered;
};

// Numbers begin with `first_number`. Texts are in the arena.
FutharkDefinitions futhark_definitions(SemaContext& cx, const CheckedProgram& program,
                                       nesl::TypeTable& types, uint32_t first_number);

}  // namespace planish::mixed
