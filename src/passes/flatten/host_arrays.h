// Short forms for statements on arrays at host level.
#pragma once

#include <string_view>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

struct Flattening;

class HostArrays {
 public:
  explicit HostArrays(Flattening& all);

  // Statements that are made of a nest have its certificates and its place in the source.
  void add(std::span<const ir::Var> pattern, const ir::Op* op, const Nest& nest);
  ir::Var let(std::string_view name, const ir::Type* type, const ir::Op* op, const Nest& nest);
  // Binds the variable to the array, at the type of the variable.
  void bind(ir::Var var, ir::Var array);
  ir::Var as_type(ir::Var array, const ir::Type* type);
  // The same elements, maybe in other dimensions.
  ir::Var in_shape(ir::Var array, const ir::Type* type);
  const ir::Op* reshape(ir::Var array, const ir::Type* type);
  std::span<const ir::Atom> sizes(std::span<const ir::Dim> dims);
  ir::Var zeros(std::string_view name, const ir::Type* type);
  ir::Atom element(ir::Var array, const std::vector<ir::Atom>& at);
  // A copy, if it is an array.
  ir::Atom own(const ir::Atom& value);

 private:
  ir::Storage& storage_;
  ir::Builder& builder_;
};

}  // namespace planish::passes
