// Irregular arrays where they enter and leave the program.
//
// Note [Rows at entry points]
// Outside, an irregular array is what it is inside: offsets, which begin with 0, and data, and
// nothing else in them. So nothing is copied. A size must be the dimension of a component, though,
// and offsets have one element more than there are rows. So each level has an array of units
// besides, which has the fixed dimensions around the level and is never looked into.
//
//   [n][?]t          [n]unit, [o]i64                              data: [k]t
//   [n][?][m][?]t    [n]unit, [o]i64, [j][m]unit, [p]i64          data: [k]t
//
// The offsets of a result are left out, that is, there are 0 of them, if its rows are known to be
// equally long when the program is compiled: they follow from the other sizes, and writing them
// would take longer than short rows do.
#pragma once

#include <utility>
#include <vector>

#include "passes/rows/row_components.h"

namespace planish::passes {

class EntryRows {
 public:
  EntryRows(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values)
      : storage_(storage), make_(make), values_(values) {}

  // Is it an entry point, or does it end one?
  static bool gives_entry_results(const ir::Function& fn);
  // The parameters or results of an entry point.
  struct Side {
    std::vector<ir::Param> params;
    std::span<const ir::EntryValue> values;
    std::vector<std::pair<ir::Var, RowParams>> rows;  // those of irregular arrays
  };
  Side side(std::span<const ir::Param> params, std::span<const ir::EntryValue> values);
  // The arrays that an entry point takes, and those that a call of one gives.
  Rows from_params(const RowParams& params);
  Rows from_results(const RowParams& results);
  // Values as an entry point takes or gives them. What to do with offsets of rows that are known to
  // be equally long:
  enum class EvenOffsets : uint8_t { Made, LeftOut };
  std::vector<ir::Atom> components(std::span<const ir::Atom> atoms, EvenOffsets even);

 private:
  struct Atoms {
    std::vector<ir::Atom> sizes;
    std::vector<ir::Atom> arrays;
  };
  RowParams components(const ir::Param& param);
  void add_components(const Rows& rows, std::span<const ir::Dim> dims, EvenOffsets even, Atoms& to);

  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
};

}  // namespace planish::passes
