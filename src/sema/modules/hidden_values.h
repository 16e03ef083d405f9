// Values that the types of a module mention, though the module does not hold them.
#pragma once

#include <cstdint>
#include <vector>

#include "sema/types/symbol.h"

namespace planish {

// Those of symbols with this id or a higher one: local definitions, definitions that others of the
// same name hide, and unknown sizes of constants. For `{ local def n = f 2  def xs = iota n }` it
// is n.
std::vector<ValueSymbol*> hidden_values(const Module& module, uint32_t first_id);

}  // namespace planish
