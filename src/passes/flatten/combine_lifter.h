// Lifting of reductions and scans. Operators that differ from point to point are in
// point_operators.h, those that are parallel themselves in combine_rounds.h.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class BodyLifter;
class CombineRounds;
class CoreCode;
class DecisionLog;
class HostArrays;
class Liftability;
class LiftedValues;
class Limits;
class NestEnds;
class NewVariables;
class PointOperators;
class RowLayout;
struct Flattening;

class CombineLifter {
 public:
  explicit CombineLifter(Flattening& all);

  void lift_combine(Nest& nest, const ir::Stm& stm);
  // The number of elements at all points together.
  ir::Atom element_count(Nest& nest, const ir::Atom& width);

 private:
  // An operator over the nest with one more level, which binds the arrays.
  void combine_by_level(Nest& nest, const ir::Stm& stm, const std::vector<Lifted>& to);
  void lift_rounds(Nest& nest, const ir::Stm& stm);
  // By one level if there are enough elements, otherwise in rounds.
  void combine_versions(Nest& nest, const ir::Stm& stm);
  // The arrays, and the rows of them, that the operator makes of its results; in the form that its
  // sizes say.
  std::vector<Lifted> arrays_of_results(Nest& nest, const ir::Stm& stm);

  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  RowLayout& layout_;
  LiftedValues& values_;
  CoreCode& core_;
  CombineRounds& rounds_;
  PointOperators& point_operators_;
  Liftability& liftability_;
  NestEnds& ends_;
  BodyLifter& bodies_;
};

}  // namespace planish::passes
