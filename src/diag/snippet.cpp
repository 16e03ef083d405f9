#include "diag/snippet.h"

#include <algorithm>
#include <iterator>

#include "diag/display_text.h"

namespace planish {
namespace {

// A marked range of more lines than this shows only its ends.
constexpr uint32_t kWholeRangeLines = 6;
// Ranges of several lines are drawn as brackets left of the source, one lane each. Further ones
// show only their start.
constexpr size_t kMaxLanes = 6;

SourcePoint point_at(const SourceMap& sources, const SourceFile& file, uint32_t offset) {
  offset = std::clamp(offset, file.base, file.whole().end);
  uint32_t line = sources.position(file, offset).line;
  std::string_view text = sources.line(file, line);
  size_t start = static_cast<size_t>(text.data() - file.text.data());
  size_t byte = offset - file.base - start;
  return {line, std::min(byte, text.size())};
}

// A row of characters that is filled in any order.
class Canvas {
 public:
  void put(uint32_t column, std::string_view glyph, std::string_view color) {
    if (cells_.size() <= column) cells_.resize(column + 1);
    cells_[column] = {glyph, color};
  }
  // Text may only be followed by text further to the right.
  void put_text(uint32_t column, std::string_view text, std::string_view color) {
    put(column, text, color);
  }
  void write(std::string& out, std::string_view reset) const {
    std::string_view active;
    for (const Cell& cell : cells_) {
      if (cell.color != active) {
        if (!active.empty()) out += reset;
        out += cell.color;
        active = cell.color;
      }
      if (cell.glyph.empty()) {
        out += ' ';
      } else {
        out += cell.glyph;
      }
    }
    if (!active.empty()) out += reset;
  }

 private:
  struct Cell {
    std::string_view glyph;
    std::string_view color;
  };
  std::vector<Cell> cells_;
};

class SnippetWriter {
 public:
  SnippetWriter(std::string& out, const SourceMap& sources, const Snippet& snippet, uint32_t gutter,
                const Style& style, const RenderOptions& options)
      : out_(out),
        sources_(sources),
        file_(*snippet.file),
        gutter_(gutter),
        style_(style),
        options_(options) {
    for (const Mark& mark : snippet.marks) (mark.multi_line() ? tall_ : flat_).push_back(mark);
    assign_lanes();
  }

  void write(const Mark& first) {
    write_position(first);
    uint32_t previous = 0;
    for (uint32_t line : shown_lines()) {
      if (previous != 0 && line == previous + 2) write_line(previous + 1);
      if (previous != 0 && line > previous + 2) write_gap();
      write_line(line);
      previous = line;
    }
  }

 private:
  enum class LaneState : uint8_t { Free, Active };

  std::string_view color_of(const Mark& mark) const {
    return mark.role == MarkRole::Primary ? style_.severity : style_.secondary;
  }

  void assign_lanes() {
    std::stable_sort(tall_.begin(), tall_.end(), [](const Mark& a, const Mark& b) {
      return a.begin.line != b.begin.line ? a.begin.line < b.begin.line : a.end.line > b.end.line;
    });
    std::vector<uint32_t> busy_until;
    std::vector<Mark> kept;
    for (Mark& mark : tall_) {
      auto lane = std::find_if(busy_until.begin(), busy_until.end(),
                               [&](uint32_t until) { return until < mark.begin.line; });
      if (lane == busy_until.end()) {
        if (busy_until.size() == kMaxLanes) {
          mark.end = {mark.begin.line, sources_.line(file_, mark.begin.line).size()};
          flat_.push_back(std::move(mark));
          continue;
        }
        lane = busy_until.insert(busy_until.end(), 0);
      }
      *lane = mark.end.line;
      lane_of_.push_back(static_cast<size_t>(lane - busy_until.begin()));
      kept.push_back(std::move(mark));
    }
    tall_ = std::move(kept);
    lanes_.resize(busy_until.size(), nullptr);
  }

  std::vector<uint32_t> shown_lines() const {
    std::vector<uint32_t> lines;
    for (const Mark& mark : flat_) lines.push_back(mark.begin.line);
    for (const Mark& mark : tall_) {
      if (mark.end.line - mark.begin.line < kWholeRangeLines) {
        for (uint32_t line = mark.begin.line; line <= mark.end.line; line++) lines.push_back(line);
      } else {
        lines.insert(lines.end(),
                     {mark.begin.line, mark.begin.line + 1, mark.end.line - 1, mark.end.line});
      }
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
  }

  void write_position(const Mark& first) {
    Position at = sources_.position(file_, offset_of(first.begin));
    out_.append(gutter_ + 1, ' ');
    out_ += style_.gutter;
    out_ += "┌";
    out_ += style_.reset;
    out_ += fmt::format(" {}:{}:{}\n", valid_utf8(file_.path), at.line, at.column);
  }

  uint32_t offset_of(SourcePoint point) const {
    std::string_view line = sources_.line(file_, point.line);
    return file_.base + static_cast<uint32_t>(line.data() - file_.text.data()) +
           static_cast<uint32_t>(point.byte);
  }

  // The number (or blanks), the gutter's bar and the brackets of the ranges that this line is part
  // of.
  void write_gutter(std::string_view number, std::string_view bar) {
    out_ += style_.gutter;
    out_.append(gutter_ - std::min<size_t>(gutter_, number.size()), ' ');
    out_ += number;
    out_ += ' ';
    out_ += bar;
    out_ += style_.reset;
  }

  void write_gap() {
    write_gutter("", "·");
    write_lanes();
    end_row();
  }

  void end_row() {
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void write_lanes() {
    out_ += ' ';
    for (const Mark* mark : lanes_) {
      if (mark == nullptr) {
        out_ += "  ";
        continue;
      }
      out_ += color_of(*mark);
      out_ += "│";
      out_ += style_.reset;
      out_ += ' ';
    }
  }

  void write_line(uint32_t line) {
    std::string_view text = sources_.line(file_, line);
    DisplayLine display(text, window_for(line));
    open_brackets_at_line_start(line, text);
    write_gutter(std::to_string(line), "│");
    out_ += ' ';
    for (size_t lane = 0; lane < lanes_.size(); lane++) {
      const Mark* mark = lanes_[lane];
      if (mark == nullptr) {
        out_ += "  ";
        continue;
      }
      out_ += color_of(*mark);
      out_ += mark->begin.line == line ? "╭" : "│";
      out_ += style_.reset;
      out_ += ' ';
    }
    out_ += display.text();
    end_row();
    write_flat_marks(line, display);
    write_bracket_starts(line, text, display);
    write_bracket_ends(line, display);
  }

  DisplayLine::Window window_for(uint32_t line) const {
    DisplayLine::Window window{0, 0, options_.max_width};
    bool found = false;
    auto cover = [&](size_t begin, size_t end) {
      // The first range must be seen; others only if they are near.
      if (!found) window = {begin, end, options_.max_width};
      if (std::max(end, window.focus_end) - std::min(begin, window.focus_begin) <
          options_.max_width / 2) {
        window.focus_begin = std::min(begin, window.focus_begin);
        window.focus_end = std::max(end, window.focus_end);
      }
      found = true;
    };
    for (const Mark& mark : flat_) {
      if (mark.begin.line == line) cover(mark.begin.byte, mark.end.byte);
    }
    for (const Mark& mark : tall_) {
      if (mark.begin.line == line) cover(mark.begin.byte, mark.begin.byte);
      if (mark.end.line == line) cover(mark.end.byte, mark.end.byte);
    }
    return window;
  }

  // ---- Ranges within one line

  struct Flat {
    const Mark* mark;
    uint32_t begin;  // columns
    uint32_t end;
  };

  void write_flat_marks(uint32_t line, const DisplayLine& display) {
    std::vector<Flat> marks;
    for (const Mark& mark : flat_) {
      if (mark.begin.line != line) continue;
      uint32_t begin = display.column(mark.begin.byte);
      marks.push_back({&mark, begin, std::max(begin + 1, display.column(mark.end.byte))});
    }
    if (marks.empty()) return;
    // From the right to the left; of two that end together the shorter first.
    std::stable_sort(marks.begin(), marks.end(), [](const Flat& a, const Flat& b) {
      return a.end != b.end ? a.end > b.end : a.begin > b.begin;
    });
    write_carets(marks);
    std::vector<Flat> rest;
    for (const Flat& flat : marks) {
      if (!flat.mark->text.empty()) rest.push_back(flat);
    }
    // The label at the far right stands beside its carets; the others follow below, the rightmost
    // first.
    if (!rest.empty() && rest.front().end == marks.front().end) rest.erase(rest.begin());
    std::stable_sort(rest.begin(), rest.end(),
                     [](const Flat& a, const Flat& b) { return a.begin > b.begin; });
    for (size_t i = 0; i < rest.size(); i++) {
      Canvas row;
      for (size_t j = rest.size(); j-- > i + 1;) {
        if (rest[j].begin < rest[i].begin) row.put(rest[j].begin, "│", color_of(*rest[j].mark));
      }
      row.put_text(rest[i].begin, rest[i].mark->text, color_of(*rest[i].mark));
      write_row(row);
    }
  }

  void write_carets(const std::vector<Flat>& marks) {
    std::vector<const Flat*> widest_first;
    for (const Flat& flat : marks) widest_first.push_back(&flat);
    std::stable_sort(widest_first.begin(), widest_first.end(), [](const Flat* a, const Flat* b) {
      return a->end - a->begin > b->end - b->begin;
    });
    Canvas row;
    for (const Flat* flat : widest_first) {
      // A range around another one is drawn with waves, so that both can be seen.
      bool around = std::any_of(marks.begin(), marks.end(), [&](const Flat& other) {
        return other.begin >= flat->begin && other.end <= flat->end &&
               other.end - other.begin < flat->end - flat->begin;
      });
      for (uint32_t c = flat->begin; c < flat->end; c++)
        row.put(c, around ? "~" : "^", color_of(*flat->mark));
    }
    uint32_t end = marks.front().end;
    for (const Flat& flat : marks) {
      if (flat.end != end || flat.mark->text.empty()) continue;
      row.put_text(end + 1, flat.mark->text, color_of(*flat.mark));
      break;
    }
    write_row(row);
  }

  void write_row(const Canvas& row) {
    write_gutter("", "│");
    write_lanes();
    row.write(out_, style_.reset);
    end_row();
  }

  // ---- Ranges over several lines

  static bool starts_line(const Mark& mark, std::string_view text) {
    return text.substr(0, mark.begin.byte).find_first_not_of(" \t") == std::string_view::npos;
  }

  // A range that begins with its line needs no row of its own for the bracket's corner.
  void open_brackets_at_line_start(uint32_t line, std::string_view text) {
    for (size_t i = 0; i < tall_.size(); i++) {
      if (tall_[i].begin.line == line && starts_line(tall_[i], text))
        lanes_[lane_of_[i]] = &tall_[i];
    }
  }

  void write_bracket_starts(uint32_t line, std::string_view text, const DisplayLine& display) {
    for (size_t i = tall_.size(); i-- > 0;) {
      const Mark& mark = tall_[i];
      if (mark.begin.line != line || starts_line(mark, text)) continue;
      write_corner(lane_of_[i], "╭", display.column(mark.begin.byte), "", mark);
      lanes_[lane_of_[i]] = &mark;
    }
  }

  void write_bracket_ends(uint32_t line, const DisplayLine& display) {
    for (size_t i = tall_.size(); i-- > 0;) {
      const Mark& mark = tall_[i];
      if (mark.end.line != line) continue;
      lanes_[lane_of_[i]] = nullptr;
      uint32_t column = display.column(mark.end.byte);
      write_corner(lane_of_[i], "╰", column == 0 ? 0 : column - 1, mark.text, mark);
    }
  }

  void write_corner(size_t lane, std::string_view corner, uint32_t column, std::string_view text,
                    const Mark& mark) {
    uint32_t left = static_cast<uint32_t>(lanes_.size()) * 2;
    Canvas row;
    for (size_t i = 0; i < lane; i++) {
      if (lanes_[i] != nullptr) row.put(static_cast<uint32_t>(i) * 2, "│", color_of(*lanes_[i]));
    }
    uint32_t start = static_cast<uint32_t>(lane) * 2;
    row.put(start, corner, color_of(mark));
    for (uint32_t c = start + 1; c < left + column; c++) row.put(c, "─", color_of(mark));
    row.put(left + column, "^", color_of(mark));
    if (!text.empty()) row.put_text(left + column + 2, text, color_of(mark));
    write_gutter("", "│");
    out_ += ' ';
    row.write(out_, style_.reset);
    end_row();
  }

  std::string& out_;
  const SourceMap& sources_;
  const SourceFile& file_;
  uint32_t gutter_;
  const Style& style_;
  const RenderOptions& options_;
  std::vector<Mark> flat_;
  std::vector<Mark> tall_;
  std::vector<size_t> lane_of_;     // by index in tall_
  std::vector<const Mark*> lanes_;  // the range whose bracket is open in the lane
};

}  // namespace

const SourceFile* file_at(const SourceMap& sources, Loc loc) {
  if (!loc.valid()) return nullptr;
  return sources.file_of(loc);
}

Mark make_mark(const SourceMap& sources, const SourceFile& file, Loc loc, MarkRole role,
               std::string text) {
  Mark mark;
  mark.begin = point_at(sources, file, loc.begin);
  mark.end = point_at(sources, file, std::max(loc.begin, loc.end));
  // A range that ends with its line's newline does not reach into the next line.
  if (mark.end.line > mark.begin.line && mark.end.byte == 0) {
    uint32_t line = mark.end.line - 1;
    mark.end = {line, sources.line(file, line).size()};
  }
  mark.role = role;
  mark.text = std::move(text);
  return mark;
}

void render_snippet(std::string& out, const SourceMap& sources, const Snippet& snippet,
                    uint32_t gutter, const Style& style, const RenderOptions& options) {
  SnippetWriter(out, sources, snippet, gutter, style, options).write(snippet.marks.front());
}

uint32_t last_line(const Snippet& snippet) {
  uint32_t last = 0;
  for (const Mark& mark : snippet.marks) last = std::max(last, mark.end.line);
  return last;
}

}  // namespace planish
