// Is an array only read by some statements, and nothing made of it that could be written to or
// outlive them?
#pragma once

#include <span>

#include "ir/program.h"

namespace planish {

// False where it is not obvious.
bool is_only_read(const ir::Storage& storage, ir::Var array, std::span<const ir::Stm> stms);

}  // namespace planish
