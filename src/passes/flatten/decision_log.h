// What flattening decided, written down: passes/common/decisions.h.
#pragma once

#include <span>

#include "passes/common/decisions.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"
#include "target/target.h"

namespace planish::passes {

class DecisionLog {
 public:
  // Decisions may be null: nobody asks.
  DecisionLog(const Parallelism& parallelism, const FlattenThresholds& thresholds,
              Decisions* decisions)
      : parallelism_(parallelism), thresholds_(thresholds), decisions_(decisions) {}

  // What is in the nest is made parallel, if that was decided of this nest and not of one around
  // it.
  void record_distributed(const Nest& nest, const Because& because);
  void record_versions(const ir::Atom& condition, ir::PlaceId place, const Because& because);
  // The operators in code of one thread, inside of a parallel operator at a place: each is a loop
  // for a reason of its own, or for the one given.
  void record_loops(const ir::Body* code, ir::PlaceId around, const Because& otherwise);
  void record_loops(std::span<const ir::Stm> stms, ir::PlaceId around, const Because& otherwise);

  // ---- Reasons that several have
  static Because asked(AttributeKind attribute) {
    return {.ground = Ground::Asked, .attribute = attribute};
  }
  Because enough_elements() const {
    return {.ground = Ground::EnoughElements, .limit = thresholds_.enough_outer};
  }
  Because in_operator() const {
    return {.ground = Ground::InOperator, .limit = thresholds_.enough_outer};
  }

 private:
  void record(const Decision& decision);

  const Parallelism& parallelism_;
  const FlattenThresholds& thresholds_;
  Decisions* decisions_;
};

}  // namespace planish::passes
