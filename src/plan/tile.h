// Register and cache blocking of reductions whose elements lie side by side along the level before
// the reduced one: matrix products, sums of columns, convolutions.
//
// Note [Tiles]
// In  segred (i < n, j < m, k < p) { a[i,k] * b[k,j] }  neighbours in j are neighbours in memory,
// so one vector instruction can do the step k of several j at once, without changing the order of
// any sum. A tile keeps the sums of some rows i and some vectors of j in registers while it goes
// through k: each element of a is used for several vectors, each vector of b for several rows. The
// steps k are done in parts that fit the cache; in between the sums are where the result goes. What
// all rows read (b) is copied for a part before, so that it lies in the cache side by side,
// whatever the distance of its rows; so it may also be b[j,k].
//
// Flattening asks the same question (passes/flatten), before it makes such an operator: a nest that
// can be done in tiles is one.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "analysis/lane_kinds.h"
#include "plan/context.h"

namespace planish::plan {

// A reduction over the last of these levels, or, if there are elements, over one level more, along
// which they are read.
struct TileQuestion {
  std::span<const ir::Level> levels;
  std::span<const ir::Stm> stms;
  std::span<const ir::Atom> results;
  const ir::Lambda& op;
  std::span<const ir::Atom> neutral;
  struct Element {
    ir::Var element;
    ir::Var array;
  };
  std::span<const Element> elements = {};
};

struct TilePlan {
  explicit TilePlan(const ir::Storage& storage) : kinds(storage) {}

  int64_t lanes = 0;
  LaneKinds kinds;  // of neighbours along the level of the columns
  // What is another value for each row, and of that which is the same for all of them, what is
  // packed of elements that do not lie side by side.
  std::unordered_set<uint32_t> row_dependent;
  std::unordered_set<uint32_t> strided;
  // Is everything that is read the same along some level, so that it is used many times?
  bool shares = true;
  // Are elements of one step read that lie side by side, as those of a row of b in the product above?
  // Those of one result then lie far from each other.
  bool reads_columns = false;

  bool is_vector(const ir::Atom& atom) const { return kinds.kind(atom) == LaneKind::Varying; }
  bool depends_on_row(const ir::Atom& atom) const {
    return atom.var && row_dependent.contains(atom.var.id);
  }
};

Tried<TilePlan> try_tile(const Context& cx, const TileQuestion& question);
Tried<TilePlan> try_tile(const Context& cx, const ir::SegRed& op);

}  // namespace planish::plan
