// Which values do the patterns of a `match` miss, and which cases can never be chosen?
//
// The cases are the rows of a matrix of patterns. The checker follows the decisions of an evaluator
// that looks at one component after the other: for each form that the component can have it keeps
// the rows that are still possible. Where no row is left, a value is missed; a row that is never
// the first one left is unreachable. Numbers count as infinitely many, booleans and sums as what
// they are.
//
// The number of decisions can be exponential in the size of the patterns, so the work is limited:
// see MatchCoverage::too_complex.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sema/types/context.h"

namespace planish {

struct MatchCoverage {
  std::vector<std::string>
      missing;  // some patterns that no case matches, ready to be written into the program
  uint64_t missing_count = 0;         // how many there are, at least
  std::vector<uint32_t> unreachable;  // indices of cases
  bool too_complex = false;  // the work was cut off: nothing is known of what is not in `missing`
};

// The part of a pattern that some value does not match; null: it matches every value.
const ast::Pattern* refutable_part(const ast::Pattern& pattern);

class MatchChecker {
 public:
  explicit MatchChecker(const SemaContext& cx) : cx_(cx) {}

  // The patterns are tried in order on values of the type.
  MatchCoverage check(const Type* type, std::span<const ast::Pattern* const> patterns);

 private:
  // One component of the value that is looked at, as far as it is decided.
  struct Component {
    enum class Form : uint8_t { Open, Product, Constructor, Bool, Literal };
    Form form = Form::Open;
    const Type* type = nullptr;
    uint32_t first_part = 0;  // Product, Constructor: its parts are consecutive components
    uint32_t part_count = 0;
    bool value = false;                            // Bool
    const ast::Pattern* literal = nullptr;         // Literal
    std::vector<const Constructor*> choices = {};  // Constructor: all of which are missed
  };
  // A rectangle of cells_, whose rows are the cases ids_ and whose columns are the components
  // columns_.
  struct Matrix {
    size_t cells = 0, ids = 0, columns = 0;
    size_t rows = 0, width = 0;
  };
  // Rows with the same form in a column.
  struct Group {
    const ast::Pattern* head;
    std::vector<uint32_t> rows;
  };

  using Cell = const ast::Pattern*;  // null: matches everything
  static Cell essence(const ast::Pattern* pattern);

  Cell cell(const Matrix& m, size_t row, size_t column) const {
    return cells_[m.cells + row * m.width + column];
  }
  void explore(const Matrix& m);
  void split(const Matrix& m, size_t column);
  // The rows with their cell of the column replaced by the cells of its parts.
  void descend(const Matrix& m, size_t column, std::span<const uint32_t> rows, uint32_t first_part,
               uint32_t part_count);
  uint32_t add_parts(const Type* type, const Constructor* constructor);
  void group_rows(const Matrix& m, size_t column, std::vector<Group>& groups,
                  std::vector<uint32_t>& open);
  uint64_t key(const Type* type, const ast::Pattern& head) const;
  void miss();
  void print(std::string& out, uint32_t component, bool argument) const;

  const SemaContext& cx_;
  std::vector<Cell> cells_;
  std::vector<uint32_t> ids_;
  std::vector<uint32_t> columns_;
  std::vector<Component> components_;
  std::vector<bool> reached_;
  std::vector<uint32_t> choice_;  // while printing: by component
  uint64_t budget_ = 0;
  MatchCoverage report_;
};

}  // namespace planish
