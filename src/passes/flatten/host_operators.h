// Operators at host level. One whose function, or operator, has parallelism of its own is done in
// two steps or in rounds if there are few elements.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/vectorised.h"

namespace planish::passes {

class BodySteps;
class CombineRounds;
class CoreCode;
class DecisionLog;
class Flattener;
class Liftability;
class Limits;
class MapLifter;
class NestEnds;
class NestEntry;
class NewVariables;
class RegularNests;
class Tiles;
class Versions;
class WriteLifter;
struct Flattening;

class HostOperators {
 public:
  explicit HostOperators(Flattening& all);

  void flatten_operator(const ir::Stm& stm);

 private:
  // An operator after a function that has parallelism of its own, if there are few elements: a map
  // of the function first, then the operator. False if that is not worth it; `around`
  // says why then.
  bool split(const ir::Stm& stm, Nest& around);
  void map_first(const ir::Stm& stm, std::span<const ir::Var> to);
  // An operator that combines in parallel, if there are few elements: it is applied in rounds.
  bool split_operator(const ir::Stm& stm);
  bool split_histogram(const ir::Stm& stm);
  void write_elements(const ir::Stm& stm, const VectorisedOperators::ByElement& by,
                      std::span<const ir::Var> to);
  // Flattens what takes the place of a statement.
  void flatten_code(const ir::Body* code);

  const Target& target_;
  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  Parallelism& parallelism_;
  DecisionLog& log_;
  ir::Builder& builder_;
  VectorisedOperators& vectorised_;
  NewVariables& vars_;
  NestEntry& entry_;
  CoreCode& core_;
  CombineRounds& rounds_;
  Liftability& liftability_;
  Versions& versions_;
  Tiles& tiles_;
  BodySteps& steps_;
  Flattener& flattener_;
  RegularNests& nests_;
  NestEnds& ends_;
  MapLifter& maps_;
  WriteLifter& writes_;
};

}  // namespace planish::passes
