// What operations on integers say about their results.
#pragma once

#include "analysis/known_bounds.h"

namespace planish {

class RangeDefinitions : public KnownBounds {
 public:
  using KnownBounds::KnownBounds;

  // What a statement says about the variables that it binds, after bind() has been called for them.
  void define(const ir::Stm& stm);

 protected:
  std::unordered_map<uint32_t, const ir::Op*> conditions_;  // operations that give a bool

 private:
  void define_binary(ir::Var var, const ir::Binary& op);
  void define_unary(ir::Var var, const ir::Unary& op);
  // False: x or y may be negative.
  bool define_division(ir::Var var, const Form& x, const Form& y);
  void define_rounded_down(ir::Var var, const Form& x, const Form& y);
  void assume_quotient(ir::Var var, const Form& x, const Form& y, const LastCheck& reason);
  void define_remainder(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
  void define_extreme(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
  void keep_common_bounds(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
};

}  // namespace planish
