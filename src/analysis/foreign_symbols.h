// The foreign functions that a program calls.
#pragma once

#include <set>
#include <string_view>

#include "ir/program.h"

namespace planish {

// By the symbols of C. The texts are the program's.
std::set<std::string_view> foreign_symbols(const ir::Program& program);

}  // namespace planish
