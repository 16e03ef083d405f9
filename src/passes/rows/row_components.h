// Where arrays are passed on, to functions, branches and loops: the components that take the place
// of an irregular one. Sizes come first, then offsets and data.
#pragma once

#include <vector>

#include "passes/rows/represented_values.h"

namespace planish::passes {

struct RowParams {
  std::vector<ir::Param> sizes;
  std::vector<ir::Param> arrays;
  Rows rows;
};

class RowComponents {
 public:
  RowComponents(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values)
      : storage_(storage), make_(make), values_(values) {}

  // New parameters, to which the variables are bound.
  std::vector<ir::Param> expanded(std::span<const ir::Param> params);
  std::vector<ir::Var> expanded_pattern(std::span<const ir::Var> pattern);
  std::vector<ir::Atom> expanded(std::span<const ir::Atom> atoms);
  void add_sizes(const Rows& rows, std::vector<ir::Atom>& to);
  void add_arrays(const Rows& rows, std::vector<ir::Atom>& to);

  static std::vector<ir::Param> params_of(std::span<const ir::Var> pattern);
  static std::vector<ir::Var> vars_of(std::span<const ir::Param> params);

 private:
  RowParams components(const ir::Param& param);

  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
};

}  // namespace planish::passes
