// Code of CORE that sorts the elements of a histogram by their bins, so that each bin can be a
// reduction of its own: for operators that are worth more than being applied one after the other,
// and values that no bin could hold in place.
//
//   hist n [k] (dest) at (is) with (vs) {ne} op
//   ==>
//   let all = concat (dest, vs)
//   let (order, starts, counts) = order_by_bin [k] (is) n
//   in map (b < k) { reduce counts[b] (order[starts[b]:]) {ne} op of \e { all[e] } }
#pragma once

#include "ir/build/builder.h"

namespace planish::ir {

// What is in the bins before has the numbers 0 … bins-1, and then come the elements. Those of bin b
// are `counts[b]` numbers of the order from `starts[b]` on, in their order, so that each bin has at
// least one. Elements for bins that there are not come last.
struct BinOrder {
  Atom bins;   // how many there are
  Atom count;  // of all that is sorted
  Var order;
  Var starts;
  Var counts;
};
// Adds it. `indices` has one array for each dimension of the shape; all operators have the
// attributes.
BinOrder order_by_bin(Builder& builder, std::span<const Atom> shape, std::span<const Var> indices,
                      const Atom& width, std::span<const Attribute> attributes = {});

}  // namespace planish::ir
