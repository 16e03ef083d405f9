// Reductions inside a nest that can be done in tiles, in which what was read is used many times, as
// in a matrix product. The plan of an operator of its own would say so, and says it here.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/parallelism.h"
#include "plan/tile.h"

namespace planish::passes {

class NestEntry;
class PointCode;
struct Flattening;

class Tiles {
 public:
  explicit Tiles(Flattening& all);

  // Is there such a reduction among the statements of the body?
  bool has_tiles(const Nest& nest, const ir::Body* body);
  // Is there one that is better an operator of its own, however many points there are? Its width;
  // none: there is none. On GPUs, one of whose steps all points need the same, as in the forces
  // between bodies, so that blocks share them. On CPUs, the sum of a column: neighbouring points read
  // side by side what is far apart for one of them.
  std::optional<ir::Atom> steps_apart(const Nest& nest, const ir::Body* body);
  // As has_tiles, for the function of a reduction or scan, as in the smallest of all distances from a
  // point.
  bool combines_tiles(const Nest& nest, const ir::Stm& stm);
  // On CPUs: does the body have any of these, be it inside of another reduction?
  bool has_any(const Nest& nest, const ir::Body* body);

 private:
  // What a reduction does at each point and step of an operator of its own: its function, after
  // the rows that it takes and other statements before it.
  struct Steps {
    std::vector<ir::Stm> stms;
    std::span<const ir::Param> elements;
    std::vector<ir::Atom> results;
  };
  std::optional<Steps> steps_of(const Nest& nest, const ir::Body* body, const ir::Reduce& reduce,
                                std::span<const ir::Stm> before = {});
  std::vector<ir::Stm> scalars_before(const ir::Body* body, const ir::Reduce& reduce);
  // The plan of an operator of its own; null: it has no tiles.
  std::unique_ptr<const plan::TilePlan> tile(const Nest& nest, const ir::Body* body,
                                             const ir::Reduce& reduce);
  // The statement, if it is a reduction as long at each point as at all others, and long enough.
  const ir::Reduce* even_reduction(const Nest& nest, const ir::Stm& stm) const;
  bool sums_columns(const Nest& nest, const ir::Body* body, const ir::Reduce& reduce);
  bool has_shared_steps(const Nest& nest, const ir::Body* body, const ir::Reduce& reduce);
  // The rows that the body takes for the reduction; none: it makes an array for each point.
  std::optional<std::vector<ir::Stm>> rows_before(const Nest& nest, const ir::Body* body,
                                                  const ir::Reduce& reduce);

  // Views of the host.
  void find_layouts(const ir::Body& body);

  const Target& target_;
  const FlattenThresholds& thresholds_;
  ir::Storage& storage_;
  Parallelism& parallelism_;
  PointCode& points_;
  NestEntry& entry_;
  plan::Layouts layouts_;
};

}  // namespace planish::passes
