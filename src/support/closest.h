// "Did you mean …?"
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace planish {

// Edits (insert, remove, replace, swap neighbours) that turn one word into the other; more than
// `limit` counts as limit + 1.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

// The candidates that a misspelt word may have meant, the best first, at most `count`.
std::vector<std::string_view> closest(std::string_view word,
                                      std::span<const std::string_view> candidates,
                                      size_t count = 1);

}  // namespace planish
