// The passes of the compiler and the orders in which they run. Only the runner calls them: see runner.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/pass.h"

namespace planish {

// All passes, by name.
std::span<const Pass> all_passes();
// Null: there is none of that name.
const Pass* find_pass(std::string_view name);

// The passes of a list such as "simplify,cse", in which `standard` is that pipeline. Nothing, with the name in `unknown`, when there is none of a name.
std::optional<std::vector<Pass>> passes_named(std::string_view list, std::string& unknown);
// The pass that a misspelt name may have meant; empty: none.
std::string_view closest_pass(std::string_view name);

// What every backend begins with: from what lowering gives to small code without repetition.
std::span<const Pass> standard_pipeline();

}  // namespace planish
