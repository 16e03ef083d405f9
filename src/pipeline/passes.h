// The passes of the compiler and the orders in which they run. Only the runner calls them: see
// runner.h.
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

// Passes in the order in which they run.
struct Pipeline {
  std::string_view name;
  std::span<const Pass> passes;
};
std::span<const Pipeline> all_pipelines();

// The passes of a list such as "standard,hoist,cse", in which the name of a pipeline stands for its
// passes. Nothing, with the name in `unknown`, when there is none of a name.
std::optional<std::vector<Pass>> passes_named(std::string_view list, std::string& unknown);
// The pass that a misspelt name may have meant; empty: none.
std::string_view closest_pass(std::string_view name);

// What every backend begins with: from what lowering gives to small code without repetition.
std::span<const Pass> standard_pipeline();
// From what lowering gives to FLAT without irregular arrays: what code for the CPU is generated of.
std::span<const Pass> cpu_pipeline();
// The same for GPUs, where the host works on no elements.
std::span<const Pass> gpu_pipeline();

// The same with `copy_updates` after all that is done on every machine: what comes before would find
// that most of these copies are none, or is not ready for them. In other pipelines nothing changes.
std::vector<Pass> with_copied_updates(std::span<const Pass> pipeline);

}  // namespace planish
