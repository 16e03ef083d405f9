// After which statement of a body an array is not needed any more.
#pragma once

#include <unordered_map>

#include "plan/roots.h"

namespace planish::plan {

// The last statement that uses a variable, by variable; as many as there are statements if the body
// gives it. Of a root: that uses anything that shares it. What nothing uses is not there.
using LastUses = std::unordered_map<uint32_t, size_t>;
LastUses last_uses(const ir::Storage& storage, const ir::Body& body, const Roots& roots);

}  // namespace planish::plan
