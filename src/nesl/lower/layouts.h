// How values of NESL's types are made of arrays.
//
// A vector is an array for each leaf of its element, so vectors of pairs are pairs of arrays. Each
// vector in a type is a *level*, counted from the left and from the outside: `([int],[[char]])` has
// three. A value knows the size of each of its levels, or that it varies from row to row.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "nesl/types/type_table.h"
#include "values/value_builder.h"

namespace planish::nesl {

using ir::Atom;
using ir::Dim;
using ir::Var;
using values::AtomTree;
using values::Shape;
using values::Trees;

struct Level {
  Dim dim;
  size_t depth = 0;  // how many vectors are around it
};

class Layouts {
 public:
  Layouts(values::ValueBuilder& values, TypeTable& types) : values_(values), types_(types) {}

  // The shape of values of a ground type. Its sizes mean nothing.
  const Shape* structure(const Type* type);
  const Shape* element(const Type* vector) { return structure(vector->first); }
  const Shape* tuple(const std::vector<const Shape*>& parts);

  // The levels of a value of this structure.
  std::vector<Level> levels(const Shape* structure, const AtomTree* value);
  // How many vectors are around each level.
  static std::vector<size_t> depths(const Shape* structure);
  // The structure with these sizes.
  const Shape* with_dims(const Shape* structure, std::span<const Dim> dims);
  // The same value, with sizes that vary where `dims` do.
  const AtomTree* conform(const AtomTree* value, const Shape* structure, std::span<const Dim> dims);
  // Two values, as those of the same types but for the outermost sizes: what is not the same in
  // both of them varies.
  std::pair<const AtomTree*, const AtomTree*> alike(const Shape* structure, const AtomTree* a,
                                                    const AtomTree* b);

  // The value that `identity` gives: zeros and empty vectors.
  const AtomTree* zero(const Type* type);
  const AtomTree* zero(const Shape* structure);

 private:
  const Shape* make(const Type* type);
  void add_levels(const Shape* structure, const AtomTree* value, size_t depth,
                  std::vector<Level>& out);
  static void add_depths(const Shape* structure, size_t depth, std::vector<size_t>& out);
  const Shape* with_dims(const Shape* structure, std::span<const Dim> dims, size_t& next);

  values::ValueBuilder& values_;
  TypeTable& types_;
  std::unordered_map<const Type*, const Shape*> made_;
};

}  // namespace planish::nesl
