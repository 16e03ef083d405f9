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
  // It is a sequence, and these are arrays of its elements.
  bool is_sequence = false;
};

// The words of messages: "parameter 2 of `main` (ys: []i32)", what there is no value for, and that
// there are more values than it takes.
std::string param_words(std::string_view entry, const std::vector<InputParam>& params, size_t param,
                        size_t component);
std::string missing_value_words(std::string_view entry, const std::vector<InputParam>& params,
                                size_t param, size_t component);
std::string too_many_values_words(std::string_view entry, const std::vector<InputParam>& params);

// The components of all parameters of the entry point, one after the other. Nothing, with a message
// of one or two lines, when the bytes are not what it takes. What they take is taken from the budget.
std::optional<std::vector<Value>> read_inputs(std::string_view entry,
                                              const std::vector<InputParam>& params,
                                              std::string_view bytes, MemoryBudget& budget,
                                              std::string& error);

// "xs: []i32, n: i64"
std::string parameter_list(const std::vector<InputParam>& params);

}  // namespace planish::runtime
