// Makes and rearranges arrays: ranges, and the built-in functions that take no functions.
#pragma once

#include <vector>

#include "values/checks.h"
#include "values/indexing.h"
#include "values/range_sizes.h"
#include "values/tree_maker.h"

namespace planish::values {

class ArrayFunctions {
 public:
  explicit ArrayFunctions(ValueBuilder& values);

  const AtomTree* range(const RangeBounds& bounds);
  const AtomTree* replicate(Atom count, const AtomTree* value);
  const AtomTree* concat(const AtomTree* first, const AtomTree* second);
  // [n][m]t to [n * m]t. Rows of an irregular array are joined as they are.
  const AtomTree* flatten_outer(const AtomTree* array);
  const AtomTree* unflatten(Atom n, Atom m, const AtomTree* array);
  const AtomTree* transpose(const AtomTree* array);
  // Positions offset + i * stride + …
  const AtomTree* flat_index(const Trees& args);
  const AtomTree* flat_update(const Trees& args);

  // Irregular arrays.
  bool any_irregular(const AtomTree* value);
  const AtomTree* row_lengths(const AtomTree* array);
  const AtomTree* join_rows(const AtomTree* array);
  const AtomTree* split_rows(const AtomTree* lengths, const AtomTree* array);

 private:
  const AtomTree* reshape(const AtomTree* array, size_t drop, const std::vector<Atom>& outer,
                          std::span<const Var> certs = {});
  const AtomTree* with_second_dim(const AtomTree* array, Dim dim);
  const AtomTree* transpose_irregular(const AtomTree* array);
  std::vector<Var> check_flat(Atom size, Atom offset, const std::vector<ir::FlatDim>& dims);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Checks& checks_;
  TreeMaker& trees_;
  Indexing& indexing_;
};

}  // namespace planish::values
