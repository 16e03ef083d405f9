// Source text as a terminal shows it: tabs expanded, wide characters counted, what cannot be shown
// replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planish {

// A character of UTF-8 text. A byte that begins no well-formed character is one of its own, `valid`
// being false.
struct Utf8Char {
  uint32_t code = 0;
  uint32_t size = 0;  // bytes; 0 at the end of the text
  bool valid = true;
};
Utf8Char decode_utf8(std::string_view text, size_t at);

// The columns that a character takes on a terminal: 0, 1 or 2.
uint32_t display_width(uint32_t code);
// The columns of a text without tabs.
uint32_t text_width(std::string_view text);

// The text with every malformed byte replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

// One line (or the part of it around `focus`), ready to print, with the column at which each byte
// appears.
class DisplayLine {
 public:
  struct Window {
    size_t focus_begin = 0;  // bytes of the line that must be seen
    size_t focus_end = 0;
    uint32_t max_width = 120;
  };
  DisplayLine(std::string_view line, Window window);

  const std::string& text() const { return text_; }
  // The column, from 0, at which the line's byte is shown; bytes that were cut off are at the
  // nearest edge.
  uint32_t column(size_t byte) const;
  uint32_t width() const { return columns_.back(); }

 private:
  std::string text_;
  size_t first_ = 0;               // the first byte that is shown
  std::vector<uint32_t> columns_;  // of the bytes from first_ on, and of the end
};

}  // namespace planish
