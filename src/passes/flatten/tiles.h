// Reductions inside a nest that can be done in tiles, in which what was read is used many times, as
// in a matrix product. The plan of an operator of its own would say so, and says it here.
#pragma once

#include "ir/builder.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class NestEntry;
class PointCode;
struct Flattening;

class Tiles {
 public:
  explicit Tiles(Flattening& all);

  // Is there such a reduction among the statements of the body?
  bool has_tiles(const Nest& nest, const ir::Body* body);
  // The same for the function of a reduction or scan, as in the smallest of all distances from a
  // point.
  bool combines_tiles(const Nest& nest, const ir::Stm& stm);

 private:
  bool is_tiled(const Nest& nest, const ir::Body* body, const ir::Reduce& reduce);
  // The rows that the body takes for the reduction; none: it makes an array for each point.
  std::optional<std::vector<ir::Stm>> rows_before(const Nest& nest, const ir::Body* body,
                                                  const ir::Reduce& reduce);

  const Target& target_;
  const FlattenThresholds& thresholds_;
  ir::Storage& storage_;
  Parallelism& parallelism_;
  PointCode& points_;
  NestEntry& entry_;
};

}  // namespace planish::passes
