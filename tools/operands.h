// What several commands make of the words of the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.h"

namespace planish::tools {

enum class Least : uint8_t { Zero, One };

// The value of an option, a whole number; nothing, after a message, when it is something else or
// too small.
std::optional<unsigned> whole_number(const Arguments& arguments, Option option, unsigned otherwise,
                                     Least least = Least::One);

// The value of an option, a number above 0, maybe with a fraction; nothing, after a message, when
// it is something else.
std::optional<double> positive_number(const Arguments& arguments, Option option, double otherwise);

// The programs below a folder, in the order of their paths; nothing, after a message, when it
// cannot be read.
std::optional<std::vector<std::string>> programs_below(const std::string& folder);

}  // namespace planish::tools
