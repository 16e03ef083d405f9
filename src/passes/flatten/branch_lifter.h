// Lifting of if and match.
//
// Note [Branches]
// The points are sorted by the branch that they take (segpartition), which gives the indices of the
// points of each branch; a branch is lifted over those points, whose values are read where they
// are. Results are written to where they belong: first the numbers, among them the sizes of rows,
// then the rows.
//
//   map n (ks, …) \(k, …) {        (_, counts, order) = segpartition (i < n) 2 { class of k, i }
//     if … { f } else { g } }  ==>  r = segscatter (q < counts[0]) [n] r0 { order[q], f }
//                                  r = segscatter (q < counts[1]) [n] r { order[counts[0] + q], g }
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class BodyLifter;
class HostArrays;
class LiftedValues;
class NestEntry;
class Parallelism;
class PointCode;
class RowLayout;
struct Flattening;

class BranchLifter {
 public:
  explicit BranchLifter(Flattening& all);

  void lift_if(Nest& nest, const ir::Stm& stm, const ir::If& op);
  void lift_match(Nest& nest, const ir::Stm& stm, const ir::Match& op);
  // The points of each branch. `classify` ends with the statement that gives the number of the
  // branch.
  std::vector<Nest> branch_nests(const Nest& nest, std::span<const ir::Stm> classify, size_t count);
  // Gives 0 where the condition holds, and 1 where it does not.
  const ir::Op* zero_or_one(const ir::Atom& condition);

 private:
  // `classify` gives the number of the body.
  void lift_branches(Nest& nest, const ir::Stm& stm, const ir::Stm& classify,
                     std::span<const ir::Body* const> branches);
  // So many of the points of the nest, from `start` on in the arrays of their indices.
  Nest listed_points(const Nest& nest, std::span<const ir::Var> order, const ir::Atom& start,
                     ir::Var count);
  // The branches in the order in which they are done; `bodies` may be changed.
  std::vector<size_t> recursion_last(std::vector<const ir::Body*>& bodies,
                                     std::span<const size_t> rows);
  bool calls_recursive(const ir::Body* body) const;
  // The body, with copies of those results that it does not make itself.
  const ir::Body* with_own_results(const ir::Body* body, std::span<const size_t> results);
  // Everything is made, so that results can be read at any time. What is cheap is done again where
  // it is needed.
  void keep_results(Nest& nest, std::vector<ir::Stm>& rest, std::span<const ir::Atom> results);
  // Writes the rows of the points of a branch to where they belong.
  ir::Var write_rows(const Nest& nest, const Nest& branch, ir::Var var, const ir::Atom& result,
                     const Segments& where, ir::Var dest);

  ir::Storage& storage_;
  const ir::CallGraph& graph_;
  Parallelism& parallelism_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  NestEntry& entry_;
  LiftedValues& values_;
  BodyLifter& bodies_;
};

}  // namespace planish::passes
