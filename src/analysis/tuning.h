// The tuning parameters that a program has.
#pragma once

#include <string_view>
#include <vector>

#include "ir/program.h"

namespace planish {

// Their names in the order of the alphabet, as long as the program lives.
std::vector<std::string_view> tuning_names(const ir::Program& program);

}  // namespace planish
