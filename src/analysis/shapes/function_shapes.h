// Signatures of functions: Note [Signatures] in shapes.h.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class FunctionShapes : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  void program();
  ShapedValue instantiate(const ShapedValue& value,
                          const std::vector<ParameterFunctions>& parameters,
                          std::span<const ShapedValue> args, const ir::Stm& stm,
                          std::unordered_map<uint32_t, Function>& unknowns);

 private:
  void add_parameters(const ir::Function& fn);
  Signature analyse(const ir::Function& fn);
  void recursive_group(std::span<const ir::Function* const> group);
  bool widen(const ir::Function& fn, Signature& now, const Signature& found);
  bool widen(Term& now, Term found, const FunctionInfo& info, size_t places);

  std::vector<Term> given_up_;  // results of functions that are not known
};

}  // namespace planish::shapes
