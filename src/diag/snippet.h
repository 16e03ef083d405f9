// The source excerpt under a message: lines of one file, with ranges marked and labelled.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/render.h"
#include "support/source.h"

namespace planish {

// Where a mark stands: whole lines and bytes within them, always inside of the file.
struct SourcePoint {
  uint32_t line = 0;  // from 1
  size_t byte = 0;    // from 0, within the line
};

enum class MarkRole : uint8_t { Primary, Secondary };

struct Mark {
  SourcePoint begin;
  SourcePoint end;
  MarkRole role = MarkRole::Primary;
  std::string text;

  bool multi_line() const { return begin.line != end.line; }
};

// The file of a location, or null when it is in none.
const SourceFile* file_at(const SourceMap& sources, Loc loc);
Mark make_mark(const SourceMap& sources, const SourceFile& file, Loc loc, MarkRole role,
               std::string text);

struct Style {
  std::string_view severity;  // the header's `error` and the primary marks
  std::string_view message;
  std::string_view gutter;
  std::string_view secondary;
  std::string_view hint;
  std::string_view reset;
};

struct Snippet {
  const SourceFile* file = nullptr;
  std::vector<Mark> marks;
};

// Appends the excerpt: a line with the position of the first mark, then the source. Line numbers
// are right-aligned in `gutter` columns.
void render_snippet(std::string& out, const SourceMap& sources, const Snippet& snippet,
                    uint32_t gutter, const Style& style, const RenderOptions& options);

// The largest line number that the snippet shows.
uint32_t last_line(const Snippet& snippet);

}  // namespace planish
