// The texts of all files of a session, laid end to end so that a Loc alone says which file it is
// in.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "support/loc.h"

namespace planish {

struct SourceFile {
  std::string path;       // as shown to the user
  std::string_view text;  // without terminator
  uint32_t base = 0;      // offset of the first byte
  // Lines that the compiler put before what the user wrote: lines are counted from after them.
  uint32_t hidden_lines = 0;

  Loc whole() const { return {base, base + static_cast<uint32_t>(text.size())}; }

 private:
  friend class SourceMap;
  std::string owned_;
  mutable std::vector<uint32_t> lines_;  // offsets of line starts within the text, made on demand
  // For long lines: how many bytes continue a character, before each block of the text. Made on
  // demand.
  mutable std::vector<uint32_t> continuations_;
};

// Line and column count from 1; columns count Unicode characters.
struct Position {
  const SourceFile* file = nullptr;
  uint32_t line = 0;
  uint32_t column = 0;
};

class SourceMap {
 public:
  // The file owns the text.
  const SourceFile* add(std::string path, std::string text, uint32_t hidden_lines = 0);
  // The text must live as long as the map (embedded files).
  const SourceFile* add_static(std::string path, std::string_view text);

  const SourceFile* file_of(Loc loc) const;
  std::string_view text(Loc loc) const;
  Position position(const SourceFile& file, uint32_t offset) const;
  Position begin(Loc loc) const { return position(*file_of(loc), loc.begin); }
  Position end(Loc loc) const { return position(*file_of(loc), loc.end); }
  // The inverse: where the character at a line and column of the file begins.
  uint32_t offset(const SourceFile& file, uint32_t line, uint32_t column) const;
  // The line's text without its end-of-line characters.
  std::string_view line(const SourceFile& file, uint32_t number) const;
  uint32_t line_count(const SourceFile& file) const;
  // Room left for further text; adding a longer text is an error of the caller.
  uint32_t capacity_left() const { return UINT32_MAX - 16 - next_; }

 private:
  const SourceFile* place(SourceFile file);

  std::deque<SourceFile> files_;
  uint32_t next_ = 1;  // offset 0 belongs to no file, so that Loc{} is invalid
};

}  // namespace planish
