// Lifting of what writes to arrays that are of another size at each point: histograms and scatters.
//
// The destinations of all points are rows of one array. Where a point writes to, counted from the
// beginning of its row, is one number, and the beginning is added. All of it happens in place, if
// nobody else has the array.
//
// Note [Histograms that differ]
// If the operator, or the neutral value, differs, what is combined gets the indices of its point as
// further components, as in reductions (Note [Operators that differ] in point_operators.h). The
// destinations for these hold the indices of the points that they belong to.
//
// If the values are arrays whose sizes differ, they cannot be elements of one destination. Then the
// values are sorted by where they are to be combined, together with those that are there before,
// and each place is a reduction of its own (ir/build/order_by_bin.h).
//
// Note [Histograms of arrays]
// A parallel operator is left to one thread if there are enough values. With few of them, one that
// works on the elements of its arrays one by one is a histogram of the elements,
//
//   hist n [k] (dest) {replicate [m] 0} (map2 +) (is, vs)   ==>   seghist (i < n, j < m) [k, m] (dest) {0} + of { is[i], j, vs[i, j] }
//
// and otherwise the values are sorted by bin, and reduced in rounds. That costs as much as there
// are bins besides, so there must not be many more of them than values. On a GPU, where threads
// combine single values only, it is a histogram of the elements in any case.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/vectorised.h"

namespace planish::passes {

class BodyLifter;
class CombineLifter;
class CoreCode;
class DecisionLog;
class HostArrays;
class Liftability;
class LiftedValues;
class Limits;
class NestEntry;
class PointCode;
class PointOperators;
class RowLayout;
class ValueGatherer;
class Versions;
struct Flattening;

class WriteLifter {
 public:
  explicit WriteLifter(Flattening& all);

  void lift_writes(Nest& nest, const ir::Stm& stm);
  // A histogram of arrays as one of their elements: Note [Histograms of arrays].
  void write_elements(const Nest& nest, const ir::Stm& stm, const std::vector<Lifted>& dests,
                      const VectorisedOperators::ByElement& by, std::span<const ir::Var> to);
  // The function that is applied first may be applied again for each element of the values.
  bool is_cheap_function(const ir::Lambda* fn);

 private:
  void lift_parallel_histogram(Nest& nest, const ir::Stm& stm);
  // The arrays of all points' destinations, which may be written to.
  std::vector<Lifted> owned_dests(Nest& nest, std::span<const ir::Var> dests);
  // New variables for what is made of the destinations, and the nest holds them.
  std::vector<ir::Var> new_dests(const std::vector<Lifted>& dests);
  void hold_dests(Nest& nest, const ir::Stm& stm, const std::vector<Lifted>& dests,
                  const std::vector<ir::Var>& made);
  // What combines the values of all points, and what is written besides them.
  struct Combining {
    const ir::Lambda* op = nullptr;  // none: values are replaced
    std::vector<ir::Atom> neutral;
    std::vector<ir::Var> dests;
    std::vector<ir::Atom> values;
    std::vector<ir::Atom> widths;  // of the values' dimensions over whose elements it goes
  };
  Combining combining(Nest& nest, const ir::Stm& stm);
  Combining combining_at_points(Nest& nest, const ir::Stm& stm);
  void write_all(Nest nest, const ir::Stm& stm, const std::vector<Lifted>& dests,
                 const Combining& by, std::span<const ir::Var> to);
  // Adds levels for the dimensions of the values over whose elements it goes, which are indices of
  // what is written then, and statements that read one element of each value.
  void enter_values(Nest& nest, const ir::Stm& stm, const Combining& by,
                    std::vector<ir::Atom>& results, std::vector<ir::Stm>& stms);
  // One index in place of those of a row's merged dimensions, counted from the beginning of all
  // rows; if an index is outside, nothing is written. Adds the statements that compute it.
  ir::Atom index_in_rows(std::span<const ir::Atom> indices, std::span<const ir::Atom> shape,
                         const ir::Atom& start, std::vector<ir::Stm>& stms, ir::PlaceId place);

  const Target& target_;
  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  Parallelism& parallelism_;
  DecisionLog& log_;
  ir::Builder& builder_;
  VectorisedOperators& vectorised_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  ValueGatherer& gatherer_;
  CoreCode& core_;
  PointOperators& point_operators_;
  Liftability& liftability_;
  Versions& versions_;
  BodyLifter& bodies_;
  CombineLifter& combines_;
};

}  // namespace planish::passes
