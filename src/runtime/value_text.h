// One value in the text format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/value_io.h"

namespace planish::runtime {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Where the text goes on behind white space and `--` comments.
size_t skip_space(std::string_view data, size_t at);

struct TextResult {
  std::optional<Value> value;  // nothing: an error
  size_t at = 0;               // behind the value, or where the error is
  std::string message;
};

// Reads the value that begins at `at`, which is not white space. Without a shape a value of any
// type. What the value takes is taken from the budget.
TextResult read_text(std::string_view data, size_t at, const ValueShape* shape,
                     MemoryBudget& budget);

// Arrays with this many dimensions can be read, in text as in binary data.
inline constexpr size_t kMaxRank = 255;

// Rows that have no elements cost nothing in an input, but each takes memory as one of an irregular
// array. So many of them are allowed besides those that the input has bytes for.
inline constexpr int64_t kMaxFreeRows = 1 << 20;

}  // namespace planish::runtime
