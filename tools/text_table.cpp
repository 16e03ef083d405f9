#include "text_table.h"

#include <algorithm>

#include "diag/display_text.h"
#include "terminal_codes.h"

namespace planish::tools {
namespace {

constexpr std::string_view kBetween = "  ";

}  // namespace

std::string TextTable::text(std::string_view indentation) const {
  std::vector<Cell> titles;
  std::vector<size_t> widths;
  for (const Column& column : columns_) {
    titles.push_back({column.title});
    widths.push_back(text_width(column.title));
  }
  for (const std::vector<Cell>& row : rows_) {
    for (size_t i = 0; i < row.size(); i++)
      widths[i] = std::max<size_t>(widths[i], text_width(row[i].text));
  }
  std::string out;
  auto add = [&](const std::vector<Cell>& row) {
    std::string line(indentation);
    for (size_t i = 0; i < row.size(); i++) {
      const Cell& cell = row[i];
      const std::string space(widths[i] - text_width(cell.text), ' ');
      if (i > 0) line += kBetween;
      if (columns_[i].align == Align::Right) line += space;
      line.append(cell.paint).append(cell.text).append(cell.paint.empty() ? "" : kPlain);
      if (columns_[i].align == Align::Left) line += space;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  add(titles);
  for (const std::vector<Cell>& row : rows_) add(row);
  return out;
}

}  // namespace planish::tools
