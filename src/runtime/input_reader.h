// Reads the values that an entry point takes, and says what is wrong with them in words that name
// the parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish::runtime {

struct InputParam {
  std::string text;  // "xs: []i32"
  std::vector<ValueShape> components;
};

// The components of all parameters of the entry point, one after the other. Nothing, with a message
// of one or two lines, when the bytes are not what it takes. What they take is taken from the budget.
std::optional<std::vector<Value>> read_inputs(std::string_view entry,
                                              const std::vector<InputParam>& params,
                                              std::string_view bytes, MemoryBudget& budget,
                                              std::string& error);

// "xs: []i32, n: i64"
std::string parameter_list(const std::vector<InputParam>& params);

}  // namespace planish::runtime
