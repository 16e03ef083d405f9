// Operators that can make a result where an operand lies.
#pragma once

#include "ir/program.h"

namespace planish::plan {

// Can the operator make result k where its operand k lies, because it reads an element only to
// write the same one?
bool is_elementwise(const ir::Storage& storage, const ir::Lambda& op, size_t k);

}  // namespace planish::plan
