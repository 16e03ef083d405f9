// Sums that count elements.
//
// Note [Counts]
// A sum of bools that have become numbers is a count. LLVM makes vectors of the numbers, and where
// an element reads less than such a number has, as the characters of a text do, most of each
// register is wasted: eight characters fill a vector of i64. So the elements of a block are counted
// in numbers as wide as what is read, in which their count has room, and what blocks give is added
// up. The last vector of a block has a mask. Only for reads of a quarter of the width of the sum: for
// wider ones LLVM's own loop, of several vectors at a time, is as good.
#pragma once

#include "plan/context.h"

namespace planish::plan {

struct CountsPlan {
  std::vector<ir::Atom> conditions;  // of each component of the sum
  int64_t bytes = 1;                 // of what is read
  int64_t block = 1;                 // so many elements are counted in numbers of this size
};

// Of a reduction in a task, and of what a parallel one does with its items.
Tried<CountsPlan> try_counts(const Context& cx, const ir::Stm& stm, const ir::Reduce& op);
Tried<CountsPlan> try_counts(const Context& cx, const ir::Stm& stm, const ir::SegRed& op);

}  // namespace planish::plan
