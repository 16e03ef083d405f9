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

// Hears of the thresholds by which a program chooses between versions of its code.
class ThresholdWatch {
 public:
  virtual ~ThresholdWatch() = default;
  // A value was compared with a threshold (is it at least that?), which is `fallback` unless it is
  // set. `name` is gone afterwards.
  virtual void compared(std::string_view name, int64_t fallback, int64_t value) = 0;
};

// Adds what "NAME=NUMBER" says. False: that is not what it looks like.
bool add_tuning(TuningValues& values, std::string_view setting);

// Adds what a tuning file says: a setting on each line; empty lines are skipped. A message when it
// cannot be read or a line is something else.
std::optional<std::string> add_tuning_file(TuningValues& values, const std::string& path);

}  // namespace planish::runtime
