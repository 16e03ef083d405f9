// The code of a nest at one of its points, as the body of an operator over the nest.
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/sequential.h"

namespace planish::passes {

class DecisionLog;
class HostArrays;
struct Flattening;

// A space, and a body with new variables for one of its points.
struct Piece {
  ir::Space space;
  const ir::Body* body = nullptr;
  ir::Substitution indices;  // those of the nest are now those of the space
};

class PointCode {
 public:
  explicit PointCode(Flattening& all);

  // The nest at one point, then more statements, as the body of an operator of its own. Results may
  // be indices of the nest.
  Piece piece(const Nest& nest, std::span<const ir::Stm> stms, std::span<const ir::Atom> results);
  // The statements of the nest that others need, then these, as they stand in the program before.
  const ir::Body* at_point(const Nest& nest, std::span<const ir::Stm> stms,
                           std::span<const ir::Atom> results);
  // A function that is applied at each point of the piece.
  const ir::Lambda* point_function(const Nest& nest, const Piece& piece, const ir::Lambda* fn);
  // An operator that is the same at all points, as code for one thread.
  const ir::Lambda* operator_copy(const ir::Lambda* op);
  // Binds the variables to arrays of what the body gives at each point, in one thread for each.
  void add_segmap(const Nest& nest, const ir::Body* body, std::span<const ir::Var> to);

 private:
  const ir::Body* point_copy(const Nest& nest, const ir::Body* body, const ir::Substitution& by);

  ir::Storage& storage_;
  DecisionLog& log_;
  ir::Builder& builder_;
  Sequential& sequential_;
  HostArrays& arrays_;
};

}  // namespace planish::passes
