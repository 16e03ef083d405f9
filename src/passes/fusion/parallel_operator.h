// Parallel operators as fusion sees them: a function from the elements of some arrays to values,
// and what becomes of the values.
//
// Values that become elements of a result are *gathered*: all of a map, the further ones of a
// reduce or a scan. The others are combined, kept or written. Nothing that a flat_map gives is read
// by what it is fused with. What a scan gives is read by functions that are applied afterwards.
#pragma once

#include <optional>

#include "ir/match.h"
#include "ir/program.h"

namespace planish::passes {

struct ParallelOperator {
  ir::Kind kind{};  // Map, Reduce, Scan, Filter, FlatMap, Hist or Scatter
  ir::Atom width;
  const ir::Lambda* element = nullptr;  // null: the values are the elements
  std::span<const ir::Var> arrays;
  std::span<const ir::Atom> neutral;  // Reduce, Scan
  const ir::Lambda* combine = nullptr;
  bool commutative = false;
  const ir::Lambda* post = nullptr;  // Scan: is applied afterwards
  size_t index_count = 0;            // Hist, Scatter: the first values, which say where to write
  size_t first_array =
      0;  // the results from here on have one element for each iteration (each one kept)
};

// None: it is something else, or fusion leaves it alone, because it has accumulators, its rows
// differ in length, or a foreign function in it is called once for all elements.
std::optional<ParallelOperator> parallel_operator(const ir::Storage& storage, const ir::Stm& stm);

// Is there work in the code that could be parallel?
bool holds_operators(const ir::Body* body);

// What an element of a view is in terms of an element of its operand. None: the view is not one of
// elements, because it changes how many there are or their order.
//   rearrange [0, 2, 1] xs      rearrange [1, 0] x
struct ElementView {
  ir::Var base;
  const ir::Op* op =
      nullptr;  // of the element, to which it is to be applied; null: the element itself, coerced
};
std::optional<ElementView> element_view(ir::Storage& storage, const ir::Stm& stm);
// The operation, applied to this array instead.
const ir::Op* applied_to(ir::Storage& storage, const ir::Op* view, ir::Var array);

}  // namespace planish::passes
