// What operations on scalars give.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class ScalarShapes : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  Term unary(const ir::Unary& op);
  Term binary(const ir::Binary& op);
  Term ternary(const ir::Ternary& op);
  Term convert(const ir::Convert& op, Prim to);
  Term from_bits(const ir::FromBits& op, Prim to);

 private:
  Term compare(ir::BinaryOp op, Prim prim, Term x, Term y);
  Term operation(ir::Kind kind, auto op, std::string_view name, Prim prim,
                 std::span<const Term> args, Prim result);
};

}  // namespace planish::shapes
