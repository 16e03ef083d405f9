// Variables of the new program, and those of the program before that they stand for.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

struct Flattening;

class NewVariables {
 public:
  explicit NewVariables(Flattening& all);

  // A new array with the variable's value at each point of the nest.
  ir::Var array_over(const Nest& nest, ir::Var var);
  ir::Var array_over(const Nest& nest, const ir::Atom& value);
  // New variables of the same names and types.
  std::vector<ir::Var> fresh_like(std::span<const ir::Var> vars);
  void set_stands_for(ir::Var made, ir::Var before) { stands_for_[made] = before; }
  // Is the variable consumed, or the one of the program before that it stands for?
  bool is_consumed(ir::Var var);

 private:
  ir::Storage& storage_;
  Parallelism& parallelism_;
  std::unordered_map<ir::Var, ir::Var> stands_for_;
};

}  // namespace planish::passes
