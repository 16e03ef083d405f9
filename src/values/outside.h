// Functions of programs in other languages, as the code that calls them sees them.
//
// Values of all front ends have the same leaves, whatever their trees look like (a tuple of three is a
// pair in a pair in NESL), and leaves are what goes from one to the other.
#pragma once

#include <span>
#include <vector>

#include "values/atom_tree.h"
#include "values/shape.h"

namespace planish::values {

// A call of one: its number, which the checkers keep, and what the parameters of its type stand for:
// scalars, records and arrays of these. Dimensions of the arrays mean nothing.
struct OutsideCall {
  uint32_t number = 0;
  std::span<const Shape* const> types;
};

class OutsideFunctions {
 public:
  // The leaves of the result for those of the argument. Of a constant there is no argument.
  virtual std::vector<Atom> call(const OutsideCall& call, std::vector<Atom> argument) = 0;

 protected:
  ~OutsideFunctions() = default;
};

}  // namespace planish::values
