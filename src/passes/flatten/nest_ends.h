// Operators at the end of a nest: each gets one more level, and the function that is applied first
// becomes the body.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class BodyLifter;
class DecisionLog;
class HostArrays;
class Liftability;
class Limits;
class NestEntry;
class NewVariables;
class PointCode;
class RowLayout;
class Versions;
struct Flattening;
struct Piece;

class NestEnds {
 public:
  explicit NestEnds(Flattening& all);

  // Binds the variables to what the operator gives, with the dimensions of the nest around it.
  void end_with(Nest nest, const ir::Stm& stm, std::span<const ir::Var> to);
  // The same for an operator whose function, or operator, may have parallelism of its own, which is
  // worth it if there are few elements, or one of them has most of the work.
  void end_or_lift(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  // The operator over the space of the piece, which is its body; with what it writes to.
  struct Written {
    std::vector<ir::Atom> shape;
    std::vector<ir::Var> dests;
  };
  const ir::Op* operator_over(const Nest& nest, const Piece& made, const ir::Stm& stm,
                              const Written& written);

 private:
  // Destinations inside a nest are rows of arrays over the nest.
  Written written_over(const Nest& nest, const OperatorParts& parts);

  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  NestEntry& entry_;
  Liftability& liftability_;
  Versions& versions_;
  BodyLifter& bodies_;
};

}  // namespace planish::passes
