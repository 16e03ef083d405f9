// The passes of the compiler and the orders in which they run. Only the runner calls them: see runner.h.
#pragma once

#include "pipeline/pass.h"

namespace planish {

// All passes, by name.
std::span<const Pass> all_passes();
// Null: there is none of that name.
const Pass* find_pass(std::string_view name);

// What every backend begins with: from what lowering gives to small code without repetition.
std::span<const Pass> standard_pipeline();

}  // namespace planish
