// From types of the checker to shapes.
#pragma once

#include <functional>
#include <vector>

#include "lower/places.h"
#include "lower/scope.h"
#include "values/shape_maker.h"

namespace planish::lower {

// How a size of a type, read in a scope, becomes a dimension.
using DimOf = std::function<Dim(const Size*, Scope&)>;

class Shapes : public ShapeMaker {
 public:
  explicit Shapes(Lowering& lowering);

  const Shape* shape(const Type* type, Scope& scope, const DimOf& dim_of);
  // Sizes that are not numbers are taken to vary: for the structure only.
  const Shape* open_shape(const Type* type, Scope& scope);
  // Which records, sums and arrays a type is made of, without sizes.
  const Shape* structure(const Type* type, Scope& scope);

  // What an abstract type stands for, or null.
  static const TypeDef* find_type(const TypeSymbol* symbol, const Frame* frame);
  // A scope in which the parameters of a type are bound to its arguments.
  Scope* type_scope(const TypeDef& def, const NamedType& type, Scope& scope);

  // The use of a type parameter with sizes of its own whose shape is being made.
  uint32_t type_use() const { return type_use_; }

 private:
  const Shape* record(const RecordType& type, Scope& scope, const DimOf& dim_of);
  const Shape* function();
  const Shape* named(const NamedType& type, Scope& scope, const DimOf& dim_of);

  SemaContext& cx_;
  Arena& arena_;
  Places& places_;
  Scopes& scopes_;
  uint32_t type_use_ = 0;
  uint32_t type_uses_ = 0;  // how many there have been
};

}  // namespace planish::lower
