// Operators of reductions, scans and histograms that differ from point to point.
//
// Note [Operators that differ]
// If the operator, or the neutral value, is another one at each point, what is combined gets the
// indices of its point as further components, and the operator reads what it needs there. Neutral
// values belong to no point (index -1), until they are combined with something:
//
//   reduce (\a b -> (a * b) % m) 1 row        m differs from point to point
//   segred {1, -1} \(a, i) (b, j) -> let k = max i j   in if k < 0 { a, k } else { (a * b) % m[k], k }
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class DecisionLog;
class HostArrays;
class NestEntry;
class NewVariables;
class PointCode;
struct Flattening;

class PointOperators {
 public:
  explicit PointOperators(Flattening& all);

  // A reduction or scan over the nest with one more level.
  void combine_at_points(Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  // The operator on what is combined and indices.
  const ir::Lambda* operator_at_points(const Nest& nest, const OperatorParts& parts);
  // What stands for nothing at all.
  std::vector<ir::Atom> neutral_at_points(const Nest& nest, const OperatorParts& parts);

 private:
  // The operator at a point of the nest: applied to neutral values of the point where there are
  // none yet, that is, where the index of a side is below 0.
  struct Side {
    std::vector<ir::Var> values;
    std::vector<ir::Atom> indices;
  };
  std::vector<ir::Stm> operands(const Nest& nest, const OperatorParts& parts,
                                std::span<const Side> sides);
  // Points without elements have their own neutral values. `indices` says which those are.
  void choose_neutral(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> combined,
                      ir::Var indices, std::span<const ir::Var> to);

  ir::Storage& storage_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  NestEntry& entry_;
};

}  // namespace planish::passes
