// What flattening asks about statements that differ from point to point: can this be lifted, and is
// there parallelism that would be lost otherwise?
#pragma once

#include "ir/build/builder.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/sequential.h"

namespace planish::passes {

struct Flattening;

class Liftability {
 public:
  explicit Liftability(Flattening& all);

  // The program has irregular arrays, which represent_rows has not replaced: then nothing is
  // lifted.
  bool has_rows() const { return has_rows_; }

  // ---- Statements and bodies
  bool is_liftable(const ir::Stm& stm, Nest& nest) const;
  bool contains_liftable(const ir::Body* body, const Nest& nest) const;
  // Has a statement that cannot be distributed, but lifted? What the body binds is added to the
  // nest's.
  bool needs_lifting(const ir::Body* body, Nest& nest) const;
  // Makes an array that may be made element by element, in parallel.
  bool makes_elements(const ir::Stm& stm) const;
  bool makes_rows(const ir::Body* body, const Nest& nest) const;

  // ---- Functions of operators
  // The operator and the neutral values are the same at all points.
  bool combines_alike(const OperatorParts& parts, const Nest& nest) const;
  bool has_parallel_operator(const OperatorParts& parts, const Nest& nest) const;
  // The function that is applied first has parallelism that would be lost if it were a part of the
  // operator.
  bool lifts_function(const OperatorParts& parts, const Nest& nest) const;
  // It has no parallelism that would be lost, and consumes nothing.
  bool is_plain_function(const ir::Lambda* fn, const Nest& nest) const;

 private:
  bool loop_is_liftable(const ir::Stm& stm, const ir::Loop& loop, const Nest& nest) const;

  ir::Storage& storage_;
  Parallelism& parallelism_;
  Sequential& sequential_;
  bool has_rows_ = false;
};

}  // namespace planish::passes
