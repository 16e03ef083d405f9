// The header for C files with the foreign functions of a program.
#pragma once

#include <string>

#include "ir/program.h"

namespace planish {

// Of what lowering gives. `name` is that of the program, for the guard.
std::string foreign_header(const ir::Program& core, std::string_view name);

}  // namespace planish
