// The attribute of a call that finds how long all rows of a dimension are that varies (passes/equal_rows.h), of an array
// that an entry point takes: #[row_length.0] for the first such dimension, #[row_length.1] for the next.
#pragma once

#include <charconv>
#include <optional>
#include <string>

#include "ir/program.h"

namespace planish {

inline constexpr std::string_view kRowLengthAttribute = "row_length.";

inline Name row_length_attribute(ir::Storage& storage, size_t level) {
  return storage.names.intern(std::string(kRowLengthAttribute) + std::to_string(level));
}

// The number of the dimension, if the statement is such a call.
inline std::optional<size_t> row_length_level(const ir::Storage& storage, const ir::Stm& stm) {
  for (const Name attr : stm.attrs) {
    const std::string_view text = storage.text(attr);
    if (!text.starts_with(kRowLengthAttribute)) continue;
    size_t level = 0;
    const char* digits = text.data() + kRowLengthAttribute.size();
    if (std::from_chars(digits, text.data() + text.size(), level).ec == std::errc()) return level;
  }
  return std::nullopt;
}

}  // namespace planish
