// What becomes of the body of a nest whose results are regular arrays.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class BodyLifter;
class BodySteps;
class CoreCode;
class DecisionLog;
class Distribution;
class HostArrays;
class Liftability;
class Limits;
class NestEnds;
class NestEntry;
class NewVariables;
class PointCode;
class Tiles;
class Versions;
struct Flattening;

class RegularNests {
 public:
  explicit RegularNests(Flattening& all);

  // Binds the variables to arrays of what the body gives at each point. The attributes of `like`
  // hold.
  void flatten_body(Nest nest, const ir::Body* body, std::span<const ir::Var> to,
                    const ir::Stm& like);

 private:
  // The same for a body that is lifted.
  void lift_body(Nest nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  // The same for cheap code that ends with an operator which gives the results; false, and nothing
  // is done, if it is no such body.
  bool flatten_perfect(const Nest& nest, const ir::Body* body, std::span<const ir::Var> to,
                       const ir::Stm& like);
  // Are these statements of the body cheap enough to be done again at each inner point?
  bool is_cheap(std::span<const ir::Stm> stms, const ir::Body* body);
  // May the operator be a further level of the nest?
  bool can_be_inner(const ir::Stm& stm, Nest& nest) const;
  // The variable for each result of the last statement, if all results are made by it; none: they
  // are not. What nobody asks for is made all the same.
  std::optional<std::vector<ir::Var>> results_of_last(const Nest& nest, const ir::Body* body,
                                                      std::span<const ir::Var> to);
  void flatten_versions(Nest nest, const ir::Body* body, std::span<const ir::Var> to,
                        const ir::Stm& like);
  bool flatten_steps_apart(const Nest& nest, const ir::Body* body, std::span<const ir::Var> to);
  void tiles_then_combine(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);

  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  Parallelism& parallelism_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  NestEntry& entry_;
  CoreCode& core_;
  Liftability& liftability_;
  Tiles& tiles_;
  Versions& versions_;
  BodySteps& steps_;
  NestEnds& ends_;
  Distribution& distribution_;
  BodyLifter& bodies_;
};

}  // namespace planish::passes
