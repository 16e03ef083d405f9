// Sorting in CORE.
#pragma once

#include "values/value_builder.h"

namespace planish::nesl {

using ir::Atom;
using ir::Var;

class Sorting {
 public:
  explicit Sorting(values::ValueBuilder& values) : values_(values) {}

  enum class Direction : uint8_t { Up, Down };
  // For each element of an array of i64 or f64: where it would be if they were sorted. Equal ones
  // stay in order.
  Var rank(Var elements, Direction direction);

 private:
  Var keys(Var elements, Direction direction);
  // The numbers of the keys, in their order.
  Var order(Var keys, Atom count);
  Var iota(Atom count);
  const ir::Type* array(Prim prim, Atom count);
  Var map(std::string_view name, Prim result, Var array, FunctionRef<Atom(Atom element)> give);
  Var scatter_numbers(Atom count, Var at, Var values);

  values::ValueBuilder& values_;
};

}  // namespace planish::nesl
