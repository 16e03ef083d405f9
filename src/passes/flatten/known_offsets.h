// Offsets that a program has already.
//
// Note [Known offsets]
// represent_rows computes the offsets of irregular arrays, and marks the statement with the
// attribute `offsets`. A map over the rows then has either the lengths from which the offsets were
// computed as an operand, or computes them from neighbours:
//
//   let offsets: [m]i64 = #[offsets] concat ([0], scan (+) lengths)
//   map n (lengths, …) \(k, …) { reduce k … }
//   map n (slice offsets [1 +: n], slice offsets [0 +: n], …) \(end, start, …) { let k = sub end start  reduce k … }
//
// In both cases these are the offsets of a level whose width is k, and need not be computed again.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "passes/flatten/nest.h"

namespace planish::passes {

class KnownOffsets {
 public:
  explicit KnownOffsets(const ir::Program& program);

  // The lengths from which the offsets were computed; none: they are not known.
  ir::Var lengths(ir::Var offsets) const;
  // Offsets of rows with these lengths at the points of the nest; none: they are not known.
  ir::Var of(const Nest& nest, const ir::Atom& length) const;
  // The last of these offsets, where that is the size of an array that the program is given; none: it
  // has to be read.
  std::optional<ir::Atom> total(ir::Var offsets) const;

 private:
  void body(const ir::Body* body);
  void given(ir::Var offsets, ir::Var param);
  ir::Var from_neighbours(const Nest& nest, const ir::Atom& length) const;

  const ir::Storage& storage_;
  std::unordered_map<ir::Var, ir::Var> offsets_;  // and from which lengths
  std::unordered_map<ir::Var, ir::Var> of_lengths_;
  std::unordered_map<ir::Var, ir::Atom> totals_;
  std::span<const ir::Param> params_;  // of the function at hand
  struct Part {
    ir::Var of;
    ir::SliceDim dim;
  };
  std::unordered_map<ir::Var, Part> parts_;     // slices of one dimension
  std::unordered_map<ir::Var, ir::Var> scans_;  // and what they are the scan of
};

}  // namespace planish::passes
