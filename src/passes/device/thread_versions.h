// Functions that the host and threads call, where the host's have kernels.
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace planish::passes {

// A program whose functions have got kernels, what it was before, and the functions that the host
// runs. Those with kernels that threads call, too, are there twice: threads call one with the suffix
// `.thread`, which is as it was before.
ir::Program with_thread_versions(const ir::Program& before, const ir::Program& now,
                                 const std::unordered_set<Name>& host);

}  // namespace planish::passes
