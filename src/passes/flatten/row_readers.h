// Flat maps whose rows one operator reads, element by element, and nobody else.
//
// Note [Rows for one reader]
// All multiples of some numbers are crossed out:
//
//   let (total, lengths, at) = flat_map n [1] (numbers) \x { … let row = map k … in k, row }
//   let r = scatter total [m] (dest) with (at) of f
//
// The rows need not be made. What gives their elements becomes a part of the operator, which goes
// over the rows itself:
//
//   let (total, offsets) = call offsets (lengths)
//   let r = segscatter (i < n, j < total by offsets) [m] (dest) of { … f … }
//
// A histogram is treated in the same way. A reduction combines each row, and then what these give.
//
// So the elements are computed where the operator stands. They must be the same there: nothing that
// the flat map reads is consumed before, or by the operator. And failures have to keep their order:
// if the rows can fail, nothing else may, from the flat map to the operator, that one included.
// What comes before the rows, such as checks of their lengths, is done where the flat map stands.
#pragma once

#include <unordered_map>

#include "analysis/effects.h"
#include "ir/program.h"
#include "passes/fusion/memory_classes.h"

namespace planish::passes {

class RowReaders {
 public:
  explicit RowReaders(const ir::Program& program);

  // Numbers of statements: of flat maps, and of the operator that reads the rows of each. An
  // operator reads the rows of one flat map only.
  using Pairs = std::unordered_map<size_t, size_t>;
  Pairs in(const ir::Body* body);

 private:
  bool can_be_moved(std::span<const ir::Stm> stms, size_t from, size_t to);

  const ir::Storage& storage_;
  Effects effects_;
  MemoryClasses memory_;
};

}  // namespace planish::passes
