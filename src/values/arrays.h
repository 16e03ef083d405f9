// Makes and rearranges arrays: ranges, and the built-in functions that take no functions.
#pragma once

#include <optional>
#include <vector>

#include "values/checks.h"
#include "values/indexing.h"
#include "values/tree_maker.h"

namespace planish::values {

// Which elements a range has, by its end.
enum class RangeEnd : uint8_t { Inclusive, UpTo, DownTo };

class ArrayFunctions {
 public:
  explicit ArrayFunctions(ValueBuilder& values);

  // start..second...end, `..<` and `..>`
  const AtomTree* range(Atom start, std::optional<Atom> second, Atom end, RangeEnd kind);
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
  // How far a range goes, in steps of which size, and whether they point there.
  struct Extent {
    Atom distance;
    Atom step;
    Atom direction;
  };
  Extent range_extent(Atom first, Atom last, Atom stride, RangeEnd kind);
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
