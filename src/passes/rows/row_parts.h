// Parts of arrays: index and slices.
#pragma once

#include <optional>
#include <vector>

#include "passes/rows/represented_values.h"

namespace planish::passes {

// The dimensions, one after the other.
std::vector<ir::Dim> joined(std::vector<ir::Dim> outer, std::span<const ir::Dim> inner);
// The dimensions of a slice that are no indices.
std::vector<ir::Dim> counts(std::span<const ir::SliceDim> slice);
bool all_indices(std::span<const ir::SliceDim> slice);
std::vector<ir::Atom> starts(std::span<const ir::SliceDim> slice);

class RowParts {
 public:
  RowParts(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values)
      : storage_(storage), make_(make), values_(values) {}

  void index(const ir::Stm& stm, const ir::Index& op);
  void slice(const ir::Stm& stm, const ir::Slice& op);
  void flat_slice(const ir::Stm& stm, const ir::FlatSlice& op);

  // The number of the unit that indices lead to, for indices of the dimensions up to the last
  // level.
  ir::Atom unit(const Rows& rows, std::span<const ir::Dim> dims, std::span<const ir::Atom> indices);
  // The numbers of those that some dimensions of a slice lead to.
  ir::Var units(const Rows& rows, std::span<const ir::Dim> dims,
                std::span<const ir::SliceDim> slice);
  ir::Var flat_units(const ir::Atom& offset, std::span<const ir::FlatDim> dims);

 private:
  // Units that lie next to each other: only the last dimension is no index, and there is nothing
  // between its elements.
  std::optional<Units> neighbours(const Rows& rows, std::span<const ir::Dim> dims,
                                  std::span<const ir::SliceDim> slice);

  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
};

}  // namespace planish::passes
