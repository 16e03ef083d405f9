#include "support/source.h"

#include <algorithm>

namespace planish {
namespace {

const std::vector<uint32_t>& line_starts(std::vector<uint32_t>& lines, std::string_view text) {
  if (lines.empty()) {
    lines.push_back(0);
    for (size_t i = 0; i < text.size(); i++) {
      if (text[i] == '\n') lines.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  return lines;
}

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

uint32_t count_continuations(std::string_view text) {
  uint32_t count = 0;
  for (char c : text) count += is_continuation_byte(c) ? 1 : 0;
  return count;
}

// Columns in lines longer than this are found with a table, not by counting from the line's start.
constexpr uint32_t kLongLine = 4096;
constexpr uint32_t kBlock = 256;

// The bytes before `at` that continue a character.
uint32_t continuations_before(std::vector<uint32_t>& table, std::string_view text, uint32_t at) {
  if (table.empty()) {
    uint32_t count = 0;
    for (size_t i = 0; i <= text.size(); i += kBlock) {
      table.push_back(count);
      count += count_continuations(text.substr(i, kBlock));
    }
  }
  uint32_t block = at / kBlock;
  return table[block] + count_continuations(text.substr(block * kBlock, at - block * kBlock));
}

}  // namespace

const SourceFile* SourceMap::add(std::string path, std::string text, uint32_t hidden_lines) {
  SourceFile file;
  file.path = std::move(path);
  file.hidden_lines = hidden_lines;
  file.owned_ = std::move(text);
  return place(std::move(file));
}

const SourceFile* SourceMap::add_static(std::string path, std::string_view text) {
  SourceFile file;
  file.path = std::move(path);
  file.text = text;
  return place(std::move(file));
}

const SourceFile* SourceMap::place(SourceFile file) {
  bool owned = file.text.data() == nullptr;
  files_.push_back(std::move(file));
  SourceFile& placed = files_.back();
  if (owned) placed.text = placed.owned_;
  placed.base = next_;
  // One byte between files, so that the end of one is not the beginning of the next.
  next_ += static_cast<uint32_t>(placed.text.size()) + 1;
  return &placed;
}

const SourceFile* SourceMap::file_of(Loc loc) const {
  auto after = std::upper_bound(files_.begin(), files_.end(), loc.begin,
                                [](uint32_t at, const SourceFile& f) { return at < f.base; });
  return after == files_.begin() ? nullptr : &*std::prev(after);
}

std::string_view SourceMap::text(Loc loc) const {
  const SourceFile* file = file_of(loc);
  if (file == nullptr) return {};
  return file->text.substr(loc.begin - file->base, loc.end - loc.begin);
}

Position SourceMap::position(const SourceFile& file, uint32_t offset) const {
  const auto& starts = line_starts(file.lines_, file.text);
  uint32_t at = std::min<uint32_t>(offset - file.base, static_cast<uint32_t>(file.text.size()));
  auto line = std::upper_bound(starts.begin(), starts.end(), at) - starts.begin();
  uint32_t start = starts[static_cast<size_t>(line - 1)];
  uint32_t continuations = at - start < kLongLine
                               ? count_continuations(file.text.substr(start, at - start))
                               : continuations_before(file.continuations_, file.text, at) -
                                     continuations_before(file.continuations_, file.text, start);
  uint32_t number = static_cast<uint32_t>(line);
  number = number > file.hidden_lines ? number - file.hidden_lines : 1;
  return {&file, number, at - start - continuations + 1};
}

uint32_t SourceMap::offset(const SourceFile& file, uint32_t line, uint32_t column) const {
  const auto& starts = line_starts(file.lines_, file.text);
  const size_t index = std::min<size_t>(line + file.hidden_lines, starts.size()) - 1;
  uint32_t at = starts[index];
  for (uint32_t left = column; left > 1 && at < file.text.size(); left--) {
    at++;
    while (at < file.text.size() && is_continuation_byte(file.text[at])) at++;
  }
  return file.base + at;
}

std::string_view SourceMap::line(const SourceFile& file, uint32_t number) const {
  const auto& starts = line_starts(file.lines_, file.text);
  if (number == 0 || number > starts.size() - file.hidden_lines) return {};
  number += file.hidden_lines;
  uint32_t from = starts[number - 1];
  uint32_t to = number < starts.size() ? starts[number] : static_cast<uint32_t>(file.text.size());
  std::string_view line = file.text.substr(from, to - from);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

uint32_t SourceMap::line_count(const SourceFile& file) const {
  return static_cast<uint32_t>(line_starts(file.lines_, file.text).size()) - file.hidden_lines;
}

}  // namespace planish
