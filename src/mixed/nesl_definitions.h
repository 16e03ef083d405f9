// What NESL programs give to those of the other language.
#pragma once

#include "nesl/types/check.h"
#include "sema/types/outside.h"

namespace planish::mixed {

// All that a checked file defines, and the definitions that the numbers stand for. docs/nesl.md says how
// types correspond.
struct NeslDefinitions {
  OutsideFile file;
  std::vector<const nesl::Definition*> numbered;
};

// Numbers begin with `first_number`. Texts are in the arena.
NeslDefinitions nesl_definitions(nesl::Checker& checker, const Interner& names, Arena& arena,
                                 uint32_t first_number);

}  // namespace planish::mixed
