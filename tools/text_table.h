// A table in plain text whose columns are as wide as what stands in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planish::tools {

enum class Align : uint8_t { Left, Right };

struct Cell {
  std::string text;
  std::string_view paint =
      {};  // an escape sequence before it, after which all is plain again; may be empty
};

class TextTable {
 public:
  struct Column {
    std::string title;
    Align align = Align::Right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // May have less cells than there are columns.
  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  // With a row of titles; each line begins with the indentation.
  std::string text(std::string_view indentation) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace planish::tools
