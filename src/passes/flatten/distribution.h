// Taking the body of a nest apart, into operators over the whole nest: rules G4 (distribution, Note
// [Distribution] in body_steps.h) and G7 (interchange with a loop).
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/body_steps.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class NestEnds;
class NestEntry;
class NewVariables;
class Parallelism;
class PointCode;
class RegularNests;
struct Flattening;

class Distribution {
 public:
  explicit Distribution(Flattening& all);

  // Binds the variables to arrays of what the body gives at each point.
  void distribute(Nest nest, const ir::Body* body, const std::vector<BodyStep>& steps,
                  std::span<const ir::Var> to);
  // Puts a loop, which is the same at all points, around the nest.
  void interchange(const Nest& nest, const ir::Stm& stm, const ir::Loop& loop,
                   std::span<const ir::Var> to);

 private:
  void distribute_operator(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  // What a parameter of the loop is at first, at all points.
  ir::Var start_of(const Nest& nest, const ir::LoopParam& param, ir::Var result);

  ir::Storage& storage_;
  Parallelism& parallelism_;
  ir::Builder& builder_;
  NewVariables& vars_;
  PointCode& points_;
  NestEntry& entry_;
  RegularNests& nests_;
  NestEnds& ends_;
};

}  // namespace planish::passes
