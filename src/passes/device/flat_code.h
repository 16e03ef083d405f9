// Makes code of FLAT: what passes for devices have in common.
#pragma once

#include <utility>
#include <vector>

#include "ir/build/builder.h"
#include "ir/walk.h"

namespace planish::passes {

class FlatCode {
 public:
  explicit FlatCode(ir::Builder& builder) : builder_(builder) {}

  const ir::Type* i64() { return builder_.types().scalar(Prim::I64); }
  const ir::Type* boolean() { return builder_.types().scalar(Prim::Bool); }
  // An array of values of the type.
  const ir::Type* array_of(const ir::Atom& size, const ir::Type* type);
  const ir::Type* array_of(const std::vector<ir::Dim>& dims, const ir::Type* type) {
    return builder_.types().with_outer(dims, type);
  }

  ir::Atom binary(ir::BinaryOp op, const ir::Atom& x, const ir::Atom& y,
                  std::string_view name = "") {
    return builder_.binary(op, x, y, name);
  }
  // An element, or a part if there are fewer indices than dimensions.
  ir::Atom element(ir::Var array, const std::vector<ir::Atom>& at, std::string_view name = "");
  ir::Var reshaped(ir::Var array, const ir::Type* type);
  // A branch of both bodies, which give values of these types.
  template <class Then, class Else>
  std::vector<ir::Atom> choose(const ir::Atom& condition, std::span<const ir::Type* const> types,
                               Then then, Else otherwise) {
    const ir::Body* then_body = builder_.body(then);
    const ir::Body* else_body = builder_.body(otherwise);
    return bound(types, builder_.make(ir::If{{}, condition, then_body, else_body}));
  }
  // The smaller or larger of two numbers.
  ir::Atom smaller(const ir::Atom& x, const ir::Atom& y) { return binary(ir::BinaryOp::Min, x, y); }
  ir::Atom larger(const ir::Atom& x, const ir::Atom& y) { return binary(ir::BinaryOp::Max, x, y); }
  ir::Atom rounded_up_quotient(const ir::Atom& x, const ir::Atom& y);

  // Applies an operator to two lists of values. What it consumes is copied first.
  std::vector<ir::Atom> apply(const ir::Lambda* op, std::span<const ir::Atom> left,
                              std::span<const ir::Atom> right);
  const ir::Lambda* sum();

  ir::Level level(const ir::Atom& bound, ir::Var offsets = {}) {
    return {builder_.new_var("i", i64()), bound, offsets};
  }
  // Levels with other indices.
  std::vector<ir::Level> renewed(std::span<const ir::Level> levels);
  // What the levels make of the dimensions of an array over them.
  std::vector<ir::Dim> dims_over(std::span<const ir::Level> levels);
  // How many points they have together.
  ir::Atom points_of(std::span<const ir::Level> levels);
  // The number of the point with the indices of the levels.
  ir::Atom point_number(std::span<const ir::Level> levels);
  static bool is_regular(std::span<const ir::Level> levels);

  // A segmap over the levels, whose body `fill` makes, of values of these types. Gives the arrays.
  template <class Fill>
  std::vector<ir::Var> segmap(const std::vector<ir::Level>& levels,
                              std::span<const ir::Type* const> types, Fill fill) {
    const ir::Body* body = builder_.body(fill);
    std::vector<const ir::Type*> arrays;
    for (const ir::Type* type : types) arrays.push_back(array_of(dims_over(levels), type));
    std::vector<ir::Var> made;
    for (const ir::Atom& atom :
         bound(arrays, builder_.make(ir::SegMap{{}, {builder_.list(levels)}, body})))
      made.push_back(atom.var);
    return made;
  }
  // The operation, bound to new variables of these types.
  std::vector<ir::Atom> bound(std::span<const ir::Type* const> types, const ir::Op* op);

 private:
  ir::Builder& builder_;
};

}  // namespace planish::passes
