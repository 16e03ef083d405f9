// Tuning parameters: numbers that programs name with `#[param(NAME)]` and that whoever runs them
// may set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace planish::runtime {

using TuningValues = std::map<std::string, int64_t, std::less<>>;

// Adds what "NAME=NUMBER" says. False: that is not what it looks like.
bool add_tuning(TuningValues& values, std::string_view setting);

// Adds what a tuning file says: a setting on each line; empty lines are skipped. A message when it
// cannot be read or a line is something else.
std::optional<std::string> add_tuning_file(TuningValues& values, const std::string& path);

}  // namespace planish::runtime
