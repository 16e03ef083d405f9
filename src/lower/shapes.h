// From types of the checker to shapes.
#pragma once

#include <functional>
#include <vector>

#include "lower/places.h"
#include "lower/scope.h"

namespace planish::lower {

// A size of an element whose value is not known.
inline constexpr int64_t kSizeOfElement = INT64_MIN;

// How a size of a type, read in a scope, becomes a dimension.
using DimOf = std::function<Dim(const Size*, Scope&)>;

class Shapes {
 public:
  explicit Shapes(Lowering& lowering);

  const Shape* shape(const Type* type, Scope& scope, const DimOf& dim_of);
  // Sizes that are not numbers are taken to vary: for the structure only.
  const Shape* open_shape(const Type* type, Scope& scope);
  // Which records, sums and arrays a type is made of, without sizes.
  const Shape* structure(const Type* type, Scope& scope);
  // The shape of a value; null if that does not follow from its leaves.
  const Shape* shape_of(const AtomTree* value);

  const Shape* scalar(Prim prim);
  const Shape* array(Dim dim, const Shape* elem);
  const Shape* sum(std::span<const ConstructorLayout> constructors);

  // The types of the leaves of a value of this shape.
  std::vector<const ir::Type*> leaf_types(const Shape* shape);

  // What an abstract type stands for, or null.
  static const TypeDef* find_type(const TypeSymbol* symbol, const Frame* frame);
  // A scope in which the parameters of a type are bound to its arguments.
  Scope* type_scope(const TypeDef& def, const NamedType& type, Scope& scope);
  bool is_acc(const NamedType& type);

  // The use of a type parameter with sizes of its own whose shape is being made.
  uint32_t type_use() const { return type_use_; }

 private:
  const Shape* record(const RecordType& type, Scope& scope, const DimOf& dim_of);
  const Shape* named(const NamedType& type, Scope& scope, const DimOf& dim_of);
  const Shape* acc(const Shape* array);
  void add_leaf_types(const Shape* shape, std::vector<Dim>& outer,
                      std::vector<const ir::Type*>& out);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Places& places_;
  Scopes& scopes_;
  uint32_t type_use_ = 0;
  uint32_t type_uses_ = 0;  // how many there have been
};

}  // namespace planish::lower
