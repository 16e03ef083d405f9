// An entry point that evaluates the constants of a program, for libraries: so what is wrong with
// them is known when a context is made, and not when an entry point first needs one.
#pragma once

#include <string_view>

#include "ir/program.h"

namespace planish {

// Its name, which no definition has.
inline constexpr std::string_view kConstantsEntry = "constants.";

bool has_constants(const ir::Program& program);

// The program with that entry point, which takes and gives nothing, if it has constants. Clients do
// not see it: the C API is made from the program without it.
ir::Program with_constants_entry(const ir::Program& program);

}  // namespace planish
