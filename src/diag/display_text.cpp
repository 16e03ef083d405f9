#include "diag/display_text.h"

#include <algorithm>
#include <iterator>

namespace planish {
namespace {

constexpr uint32_t kTabWidth = 4;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "…";

struct CodeRange {
  uint32_t first;
  uint32_t last;
};

// Combining marks and other characters that take no column.
constexpr CodeRange kZeroWidth[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};

// East Asian wide and full-width characters, and emoji.
constexpr CodeRange kDoubleWidth[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x267F, 0x267F},   {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x274C, 0x274C},
    {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B50, 0x2B50},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

template <size_t N>
bool contains(const CodeRange (&ranges)[N], uint32_t code) {
  auto after = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                [](uint32_t c, const CodeRange& r) { return c < r.first; });
  return after != std::begin(ranges) && code <= std::prev(after)->last;
}

// Characters that reorder the text around them: shown as themselves, they would let a line look
// like another one.
bool reorders_text(uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0x200E || code == 0x200F;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The bytes of the line to show.
struct Cut {
  size_t begin;
  size_t end;
};
Cut cut_around(std::string_view line, DisplayLine::Window window) {
  // A line of that many bytes has at most that many columns, unless it has tabs.
  if (line.size() <= window.max_width) return {0, line.size()};
  if (line.size() <= size_t{window.max_width} * 4 && text_width(line) <= window.max_width)
    return {0, line.size()};
  size_t width = window.max_width;
  size_t from = std::min(window.focus_begin, line.size());
  size_t to = std::clamp(window.focus_end, from, std::min(line.size(), from + width * 3 / 4));
  size_t before = (width - (to - from)) / 2;
  size_t begin = from > before ? from - before : 0;
  size_t end = std::min(line.size(), begin + width);
  if (end - begin < width) begin = end > width ? end - width : 0;
  while (begin > 0 && begin < line.size() && is_continuation(line[begin])) begin--;
  while (end < line.size() && is_continuation(line[end])) end++;
  return {begin, end};
}

}  // namespace

Utf8Char decode_utf8(std::string_view text, size_t at) {
  if (at >= text.size()) return {};
  auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i]));
  };
  uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  uint32_t size = lead >= 0xF0 && lead < 0xF5   ? 4
                  : lead >= 0xE0 && lead < 0xF0 ? 3
                  : lead >= 0xC2 && lead < 0xE0 ? 2
                                                : 0;
  Utf8Char malformed{0xFFFD, 1, false};
  if (size == 0 || at + size > text.size()) return malformed;
  uint32_t code = lead & (0x7Fu >> size);
  for (uint32_t i = 1; i < size; i++) {
    if (!is_continuation(text[at + i])) return malformed;
    code = code << 6 | (byte(i) & 0x3F);
  }
  bool shortest = size == 2 || (size == 3 ? code >= 0x800 : code >= 0x10000);
  bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (!shortest || surrogate || code > 0x10FFFF) return malformed;
  return {code, size, true};
}

uint32_t display_width(uint32_t code) {
  if (code < 0x300) return 1;
  if (contains(kZeroWidth, code)) return 0;
  return contains(kDoubleWidth, code) ? 2 : 1;
}

uint32_t text_width(std::string_view text) {
  uint32_t width = 0;
  for (size_t i = 0; i < text.size();) {
    Utf8Char c = decode_utf8(text, i);
    width += display_width(c.code);
    i += c.size;
  }
  return width;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    Utf8Char c = decode_utf8(text, i);
    out += c.valid ? text.substr(i, c.size) : kReplacement;
    i += c.size;
  }
  return out;
}

DisplayLine::DisplayLine(std::string_view line, Window window) {
  auto [begin, end] = cut_around(line, window);
  first_ = begin;
  columns_.reserve(end - begin + 1);
  uint32_t column = 0;
  if (begin > 0) {
    text_ += kEllipsis;
    column = 1;
  }
  for (size_t i = begin; i < end;) {
    Utf8Char c = decode_utf8(line, i);
    columns_.insert(columns_.end(), c.size, column);
    if (c.code == '\t') {
      uint32_t next = (column / kTabWidth + 1) * kTabWidth;
      text_.append(next - column, ' ');
      column = next;
    } else if (c.code < 0x20 || c.code == 0x7F) {
      // The control pictures: ␀ is U+2400, ␡ is U+2421.
      text_ += "\xE2\x90";
      text_ += static_cast<char>(0x80 + (c.code == 0x7F ? 0x21 : c.code));
      column++;
    } else if (!c.valid || reorders_text(c.code) || (c.code >= 0x80 && c.code < 0xA0)) {
      text_ += kReplacement;
      column++;
    } else {
      text_ += line.substr(i, c.size);
      column += display_width(c.code);
    }
    i += c.size;
  }
  columns_.push_back(column);
  if (end < line.size()) text_ += kEllipsis;
}

uint32_t DisplayLine::column(size_t byte) const {
  if (byte < first_) return 0;
  return columns_[std::min(byte - first_, columns_.size() - 1)];
}

}  // namespace planish
