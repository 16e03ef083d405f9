// Operators that threads can apply to values in memory while others do, without locks.
#pragma once

#include "ir/program.h"

namespace planish {

// Can each value be combined by an atomic operation of its own? They are scalars, and result i of the
// operator depends on nothing but its parameters i, of the left and of the right operand.
bool is_atomic(const ir::Storage& storage, const ir::Lambda* op);

}  // namespace planish
