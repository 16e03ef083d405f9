// Where the rows of all points of a nest lie.
//
// Note [Layout of rows]
// A value whose sizes differ from point to point is a row at each of them. The rows of all points
// follow each other in one array, in the order of the points, and offsets say where each begins
// (Segments in nest.h). All rows of the same sizes have the same offsets: the nest remembers them,
// for the levels that it has.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/known_offsets.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class OffsetsFunction;
class PointCode;
struct Flattening;

class RowLayout {
 public:
  explicit RowLayout(Flattening& all);

  // ---- Points
  ir::Atom point_count(const Nest& nest);
  // The number of the current point.
  ir::Atom number(Nest& nest);
  // A number that is computed again wherever it is needed.
  template <class T>
  ir::Var compute(Nest& nest, std::string_view name, T op) {
    ir::Var var = builder_.new_var(name, storage_.types.scalar(Prim::I64));
    nest.add({builder_.list<ir::Var>({var}), builder_.make(op), {}, {}, nest.place});
    return var;
  }
  ir::Atom product(Nest& nest, std::span<const ir::Atom> sizes);

  // ---- Rows
  // Those of a value: all sizes up to the last one that differs. None: all are the same.
  std::vector<ir::Atom> row_sizes(const Nest& nest, const ir::Type* type);
  // Of the array that has the rows of all points.
  const ir::Type* rows_type(const Nest& nest, const ir::Type* type, const ir::Atom& total);
  // The same if so many dimensions of the type are one in it.
  const ir::Type* rows_type(const ir::Type* type, size_t varying, const ir::Atom& total);
  // Of rows of these sizes.
  Segments segments(Nest& nest, std::span<const ir::Atom> sizes);
  // Of rows with these lengths, one for each point.
  Segments segments_of(const Nest& nest, ir::Var lengths);
  // For each point, in one dimension.
  ir::Atom known_total(const Nest& nest, ir::Var offsets);
  ir::Var lengths_at_points(const Nest& nest, std::span<const ir::Atom> sizes);
  // As many dimensions for all points as one, whose size is the number of points.
  Lifted with_one_dim(const Nest& nest, const Lifted& lifted, const ir::Type* type);

  // ---- What is bound at host level, where the code stands that is made now
  void enter_scope(std::span<const ir::Var> vars) { in_scope_.insert(vars.begin(), vars.end()); }
  void leave_scope(const ir::Body* body);

 private:
  ir::Storage& storage_;
  const KnownOffsets& known_offsets_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  PointCode& points_;
  OffsetsFunction& offsets_;
  std::unordered_set<ir::Var> in_scope_;  // variables of the program before
};

}  // namespace planish::passes
