// The foreign functions that a program calls, apart from those in code for GPUs.
#pragma once

#include <set>
#include <string_view>

#include "ir/program.h"

namespace planish {

// By the symbols of C. The texts are the program's.
std::set<std::string_view> foreign_symbols(const ir::Program& program);

// Does the body call one that has a function for all points of a nest, too?
bool has_lifted_foreign(const ir::Body* body);

}  // namespace planish
