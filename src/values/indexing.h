// Indexing, slicing and updating. An array of records is a record of arrays, so a path such as
// `[i].x[j]` becomes the indices i and j of the leaves below x.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "values/checks.h"
#include "values/tree_maker.h"

namespace planish::values {

// Indices and slices of the outer dimensions, and the checks that guard them.
struct IndexList {
  std::vector<ir::SliceDim> dims;
  std::vector<Var> certs;
};

// One dimension as it was written.
struct SliceParts {
  bool is_slice = false;
  bool has_from = false;
  bool has_to = false;
  bool has_stride = false;
  Atom from;  // or the index
  Atom to;
  Atom stride;
};

// A path such as `.x[i]`, with the numbers in it.
struct Step {
  bool is_index = false;
  Name field;
  std::vector<SliceParts> indices;
};
using Path = std::vector<Step>;

// The lengths of the rows that elements of an array consist of, for each leaf of the array that has
// rows of different lengths. Leaves of the same row have the same length.
using RowLengths = std::unordered_map<Var, Dim>;
using LengthOfRow = std::function<Dim(const AtomTree* rows)>;

class Indexing {
 public:
  explicit Indexing(ValueBuilder& values);

  // Indexes what the list leads to.
  void extend(IndexList& list, const std::vector<SliceParts>& indices, const AtomTree* array);
  // `result` is the shape of what it leads to, or null if that is not known.
  const AtomTree* index(const AtomTree* array, const IndexList& list, const Shape* result);
  // One element by its number, without a check.
  const AtomTree* element(const AtomTree* array, Atom index, const Shape* elem,
                          std::span<const Var> certs = {});
  const AtomTree* follow(const AtomTree* value, const Path& path);
  const AtomTree* update(const AtomTree* source, std::span<const Step> path, const AtomTree* value);
  void add_row_lengths(const AtomTree* array, const Shape* elem, size_t depth,
                       const LengthOfRow& length_of, RowLengths& out);

 private:
  ir::SliceDim slice_dim(const SliceParts& parts, Atom size, Atom& valid);
  Atom next_size(const IndexList& list, size_t axis, const AtomTree* array);
  Atom row_length(const AtomTree* array, const std::vector<Atom>& indices,
                  std::span<const Var> certs);
  void describe(const SliceParts& parts, Message& out);
  Message bounds_message(const Message& index, const Message& shape_text, const AtomTree* array,
                         const IndexList& list);
  static void add_certs(IndexList& list, const std::vector<Var>& certs);
  const AtomTree* update(const AtomTree* source, std::span<const Step> path, const AtomTree* value,
                         IndexList& list);
  const AtomTree* update_array(const AtomTree* array, const IndexList& list, const AtomTree* value);
  std::vector<Var> check_replaced(const ir::Type* target, const IndexList& list,
                                  const ir::Type* given);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Checks& checks_;
  TreeMaker& trees_;
};

}  // namespace planish::values
