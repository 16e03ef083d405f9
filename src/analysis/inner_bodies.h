// What analyses want to know of the bodies and lambdas in an operation.
#pragma once

#include "ir/walk.h"

namespace planish {

using ir::for_each_inner_body;

// The function that a reduce, scan, filter, flat_map, hist or scatter applies to each element,
// where it decides what there is: its first results are needed always, the others are for the
// results of the operation with the same numbers, or for those `shift` after them (modulo 2^64:
// they can come before them).
struct MappedFunction {
  const ir::Lambda* lambda = nullptr;  // null: there is none
  std::span<const ir::Var> arrays;
  size_t needed = 0;
  size_t shift = 0;
};
inline MappedFunction mapped_function(const ir::Op* op) {
  auto all = [](const ir::Lambda* map) { return map == nullptr ? 0 : map->body->results.size(); };
  return ir::match(
      op, [](const ir::Reduce& n) { return MappedFunction{n.map, n.arrays, n.neutral.size(), 0}; },
      [](const ir::Scan& n) {
        return MappedFunction{n.map, n.arrays, n.taken(), n.made() - n.taken()};
      },
      [&](const ir::Hist& n) { return MappedFunction{n.map, n.arrays, all(n.map), 0}; },
      [&](const ir::Scatter& n) { return MappedFunction{n.map, n.arrays, all(n.map), 0}; },
      [](const ir::FlatMap& n) {
        return MappedFunction{n.fn, n.arrays, n.groups.size(), n.groups.size()};
      },
      [](const ir::Filter& n) {
        // Without a value to keep it would keep the elements.
        const bool gives_values = n.predicate->body->results.size() > 1;
        return gives_values ? MappedFunction{n.predicate, n.arrays, 2, 0} : MappedFunction{};
      },
      // All results of a map are told apart elsewhere, and those of streams are not.
      [](const ir::Map&) { return MappedFunction{}; },
      [](const ir::StreamMap&) { return MappedFunction{}; },
      [](const ir::StreamRed&) { return MappedFunction{}; },
      [](const ir::StreamSeq&) { return MappedFunction{}; },
      []<class T>(const T& n)
        requires(!requires { n.width; })
      { return MappedFunction{}; });
}

}  // namespace planish
