// Which operations may be done where the program would not have come to them.
#pragma once

#include "ir/program.h"

namespace planish::passes {

// It gives something for all operands that there can be, in its bodies too: nothing is read,
// divided or allocated that relies on a check or a condition before it, and it has an end. It may
// be a lot of work.
bool is_total(const ir::Storage& storage, const ir::Op* op);

}  // namespace planish::passes
