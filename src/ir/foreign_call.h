// What C sees of a call of a foreign function: Note [Foreign functions] in
// passes/calls/choose_foreign.h.
#pragma once

#include "ir/program.h"

namespace planish::ir {

enum class ForeignResult : uint8_t {
  Overwriting,  // a consumed array
  Size,         // of an array that is asked for
  Scalar,       // written to where a pointer says
  Filled,       // an array of a known size, in memory that is there
  AskedFor,     // an array whose size the function decides
};

// Of variable number k that the statement, a foreign call, binds.
ForeignResult foreign_result(const Storage& storage, const Stm& stm, size_t k);

// It takes and gives scalars only, and gives one: an ordinary function of C.
bool is_plain_foreign(const Storage& storage, const Stm& stm);

}  // namespace planish::ir
