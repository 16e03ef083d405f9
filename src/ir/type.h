// Types of the IR: primitive values, arrays of them, and accumulators.
//
// A dimension is fixed (a constant, or an i64 variable in scope) or varying: then it differs from
// element to element of the level around it, and the array carries the lengths with it. Types are
// made and interned by a Program's TypeTable: two types are equal iff their pointers are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "support/prim.h"

namespace planish::ir {

// A variable: an index into the side table of its program. No two binders of a program bind the
// same one.
struct Var {
  uint32_t id = 0;  // 0: none

  explicit operator bool() const { return id != 0; }
  friend bool operator==(Var, Var) = default;
};

enum class DimKind : uint8_t { Const, Var, Varying };

struct Dim {
  DimKind kind = DimKind::Varying;
  Var var;            // Var
  int64_t value = 0;  // Const

  static Dim constant(int64_t value) { return {DimKind::Const, {}, value}; }
  static Dim variable(Var var) { return {DimKind::Var, var, 0}; }
  static Dim varying() { return {}; }
  bool is_varying() const { return kind == DimKind::Varying; }
  friend bool operator==(const Dim&, const Dim&) = default;
};

enum class TypeKind : uint8_t {
  Value,  // a primitive (no dimensions) or an array of one
  Acc,    // an accumulator over one or more arrays
};

struct Type {
  TypeKind kind = TypeKind::Value;
  Prim elem = Prim::Unit;               // Value
  std::span<const Dim> dims;            // Value: outermost first
  std::span<const Type* const> arrays;  // Acc: the arrays that are written to, as they were before

  bool is_acc() const { return kind == TypeKind::Acc; }
  bool is_scalar() const { return kind == TypeKind::Value && dims.empty(); }
  bool is_array() const { return kind == TypeKind::Value && !dims.empty(); }
  size_t rank() const { return dims.size(); }
  // A varying dimension somewhere.
  bool is_irregular() const {
    for (const Dim& dim : dims) {
      if (dim.is_varying()) return true;
    }
    return false;
  }
};

}  // namespace planish::ir

template <>
struct std::hash<planish::ir::Var> {
  size_t operator()(planish::ir::Var var) const { return var.id * size_t{0x9E3779B97F4A7C15}; }
};
