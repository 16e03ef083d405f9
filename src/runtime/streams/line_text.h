// Where the lines of a text end, and their bytes without what ends them. Lines are short, so neither calls a function for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace planish::runtime {

struct LineBounds {
  int64_t lines = 0;    // at most
  int64_t bytes = 0;    // no more lines follow once they and their lengths take so many
  int64_t longest = 0;  // neither does one that is longer
};

// Appends the lengths of the lines that end in the text, of which no line ends in the first
// `searched` bytes. Gives how many bytes they take there, with what ends them.
size_t add_line_lengths(std::string_view text, size_t searched, const LineBounds& bounds,
                        std::vector<int64_t>& lengths);

// The lines with which the text begins, one behind the other. There is room for kLineSlack bytes more.
inline constexpr size_t kLineSlack = 64;
void copy_lines(std::string_view text, std::span<const int64_t> lengths, std::byte* to);

}  // namespace planish::runtime
